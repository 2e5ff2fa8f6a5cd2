#!/usr/bin/env bash
# kill -9 at random moments of an import: the database is sound at any time, and the same import
# again reaches the rows of one that nobody disturbed. XQ_KILLS sets how often, XQ_GAMES how much there is to do: a transaction
# has 50,000 games.
. "${0%/*}/common.bash"

seed=${XQ_SEED:-20260101}; RANDOM=$seed; echo "seed $seed"
kills=${XQ_KILLS:-3}; games=${XQ_GAMES:-52000} # more than one transaction
games 1 "$games" >all.pgn
games 1 500 >first.pgn
start=$(date +%s%N); xq import -q all.pgn --db whole.xqdb || fail "import"
duration=$((($(date +%s%N) - start) / 1000000)) # milliseconds
expected=$(rows whole.xqdb)

# kill_import DB - begin the import and kill it at a random moment; true when it was killed.
kill_import() {
  xq import -q all.pgn --db "$1" & local pid=$!
  local wait=$((RANDOM % (duration + 20)))
  sleep "$(printf '%d.%03d' $((wait / 1000)) $((wait % 1000)))"
  kill -9 "$pid" 2>kill.err && killed=$((killed + 1))
  wait "$pid" 2>wait.err
}

killed=0
for round in $(seq 1 $((4 * kills))); do # a new database is there whole or not at all
  [ "$killed" -lt "$kills" ] || break # some end before they are killed
  rm -f new.xqdb
  kill_import new.xqdb
  [ ! -e new.xqdb ] || [ "$(rows new.xqdb)" = "$expected" ] || fail "a part of a database is there"
done
xq import -q all.pgn --db new.xqdb || fail "import after kills"
[ "$(rows new.xqdb)" = "$expected" ] || fail "other rows after kills"
sound new.xqdb
[ "$(find . -name '.*.tmp*' | wc -l)" -eq 0 ] || fail "partial files of killed imports are left"

for round in $(seq 1 $(((kills + 2) / 3))); do # one that exists goes on from the last transaction
  rm -f old.xqdb*
  xq import -q first.pgn --db old.xqdb || fail "first import"
  kill_import old.xqdb
  kill_import old.xqdb
  sound old.xqdb
  count=$(sqlite3 old.xqdb 'SELECT count(*) FROM game')
  [ "$count" -ge 500 ] || fail "games are lost: $count"
  xq import -q all.pgn --db old.xqdb || fail "import after kills"
  sound old.xqdb
  [ "$(sqlite3 old.xqdb 'SELECT count(*) FROM game')" -eq "$games" ] || fail "games are lost or doubled"
  sqlite3 old.xqdb "UPDATE game SET source = 1; UPDATE source SET name = 'all.pgn' WHERE id = 1"
  [ "$(rows old.xqdb)" = "$expected" ] || fail "other rows after kills"
done
[ "$killed" -ge "$kills" ] || fail "only $killed imports were killed in time"
echo "$killed imports killed"
