#!/usr/bin/env bash
# kill -9 at random moments of an index, an edit, a deletion, an undo, a redo, of putting names into a database, a merge
# of databases and a compact: each is there whole or not at all, the database is sound, and the same command goes
# through afterwards. XQ_KILLS: kills of each; XQ_GAMES: how many games there are, at most 50,000 (more are merged in
# several transactions).
. "${0%/*}/common.bash"

seed=${XQ_SEED:-20260101}; RANDOM=$seed; echo "seed $seed"
kills=${XQ_KILLS:-1}; games=${XQ_GAMES:-600}
games 1 "$games" | xq import -q - --db base.xqdb || fail "import"
games $((games / 2)) $((games * 3 / 2)) | sed 's/Cup/Open/' | xq import -q - --db other.xqdb || fail "import"

# state DB - a digest of the games, of all names and their groups, and of the journal, but for its times.
state() {
  { rows "$1"; sqlite3 "$1" "SELECT * FROM player; SELECT * FROM event; SELECT * FROM alias; SELECT * FROM source; SELECT * FROM also_in;
      SELECT id, what, kind, target, in_force, games FROM edit; SELECT * FROM edit_value;
      SELECT edit, game, hex(record) FROM edit_base; SELECT edit, game, source, hex(record) FROM deleted_game;
      SELECT * FROM deleted_line; SELECT * FROM position_index; SELECT block, word, hex(games) FROM word"; } | sha256sum
}

# try NAME COMMAND... - kill `COMMAND... --db work.xqdb` on copies of base.xqdb; base.xqdb is what it makes of it in the end.
try() {
  local name=$1 killed=0 whole=0 absent=0 round wait pid before after start duration; shift
  before=$(state base.xqdb)
  cp base.xqdb done.xqdb
  start=$(date +%s%N); "$@" -q --db done.xqdb || fail "$name"
  duration=$((($(date +%s%N) - start) / 1000000)) # milliseconds
  after=$(state done.xqdb)
  [ "$before" != "$after" ] || [ "$name" = compact ] || fail "$name changes nothing"
  for round in $(seq 1 $((4 * kills))); do # some end before they are killed
    [ "$killed" -lt "$kills" ] || break
    rm -f work.xqdb*; cp base.xqdb work.xqdb
    "$@" -q --db work.xqdb & pid=$!
    wait=$((RANDOM % (duration + duration / 4 + 5)))
    sleep "$(printf '%d.%03d' $((wait / 1000)) $((wait % 1000)))"
    if kill -9 "$pid" 2>kill.err; then killed=$((killed + 1)); fi
    wait "$pid" 2>wait.err
    rounds=$((rounds + 1))
    if [ $((rounds % 2)) -eq 0 ]; then # the first to open it may be xq, which reads, or sqlite3
      xq verify -q --db work.xqdb >verify.out || fail "$name: verify: $(cat verify.out)"
    fi
    sound work.xqdb
    case $(state work.xqdb) in
      "$after") whole=$((whole + 1)) ;;
      "$before") absent=$((absent + 1))
        "$@" -q --db work.xqdb || fail "$name after a kill"
        [ "$(state work.xqdb)" = "$after" ] || fail "$name: something else after a kill" ;;
      *) fail "$name: neither as it was nor as it should be" ;;
    esac
  done
  xq verify -q --db work.xqdb >verify.out || fail "$name: verify: $(cat verify.out)"
  echo "$name: $killed killed in $duration ms, $whole whole, $absent absent"
  all_killed=$((all_killed + killed))
  cp done.xqdb base.xqdb
}

all_killed=0 rounds=0
try index xq index
try edit xq edit --set "Event=League" --remove Round --player "吕钦 1"
try delete xq edit --delete --player "吕钦 2"
try undo xq edit --undo 1
try redo xq edit --undo 3
try "undo of a deletion" xq edit --undo 2
try "delete again" xq edit --undo 5
seq 1 2000 | sed 's/.*/吕钦 & | Lü Qin &/' >names.txt; seq 1 2 3000 | sed 's/.*/吕钦 & | 呂欽 & | Lu Qin &/' >other.txt
try names xq names --load names.txt
try "other names" xq names --load other.txt
try "no names" xq names --clear
try "names again" xq names --load names.txt
try merge xq import other.xqdb
try compact xq compact
try "compact --forget" xq compact --forget
[ "$all_killed" -ge $((kills * 5)) ] || fail "only $all_killed were killed in time"

# A merge into a new database: there whole or not at all.
rm -f made.xqdb; start=$(date +%s%N); xq import -q base.xqdb other.xqdb --db made.xqdb || fail "merge"
duration=$((($(date +%s%N) - start) / 1000000)); after=$(state made.xqdb); killed=0
for round in $(seq 1 $((4 * kills))); do
  [ "$killed" -lt "$kills" ] || break
  rm -f new.xqdb
  xq import -q base.xqdb other.xqdb --db new.xqdb & pid=$!
  wait=$((RANDOM % (duration + 20)))
  sleep "$(printf '%d.%03d' $((wait / 1000)) $((wait % 1000)))"
  if kill -9 "$pid" 2>kill.err; then killed=$((killed + 1)); fi
  wait "$pid" 2>wait.err
  [ ! -e new.xqdb ] || [ "$(state new.xqdb)" = "$after" ] || fail "a part of a merged database is there"
done
echo "merge into a new one: $killed killed in $duration ms"
xq import -q base.xqdb other.xqdb --db new.xqdb || fail "merge after kills"
[ "$(state new.xqdb)" = "$after" ] || fail "other rows after kills"
[ "$(find . -name '.*.tmp*' | wc -l)" -eq 0 ] || fail "partial files of killed merges are left"
