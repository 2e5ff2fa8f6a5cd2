#!/usr/bin/env bash
# Calls of the operating system that fail (faults.cpp) in the middle of what changes files: no finished file becomes
# smaller or unreadable, and exit 0 means that everything was read and written. XQ_FAULTS: how many faults (default 40);
# XQ_SEED: which ones; XQ_CASE: only this one.
. "${0%/*}/common.bash"
[ -n "${XQ_FAULTS_LIBRARY:-}" ] || skip "no library that makes calls fail on this system"

seed=${XQ_SEED:-20260102}; RANDOM=$seed
count=${XQ_FAULTS:-40}
echo "seed $seed, $count faults"
# Memory that is left when a fault ends the program is no finding, nor that the library comes before the sanitizer's.
export ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0:${ASAN_OPTIONS:-}"

mkdir sound work
(
  cd sound || exit 1
  games 1 60 >a.pgn
  games 41 100 >b.pgn
  games 101 130 | gzip >c.pgn.gz
  games 1 3 >few.pgn
  xq import -q a.pgn --db games.xqdb && xq index -q --db games.xqdb && xq edit -q --db games.xqdb --set Site=Here --game 1-20 &&
    xq import -q b.pgn --db other.xqdb && xq book build -q a.pgn --keep-games 2 -o book.xqbook &&
    xq convert -q a.pgn -o out.pgn && xq convert -q a.pgn -o packed.pgn.gz && xq convert -q a.pgn -o packed.pgn.xz &&
    xq convert -q --split player a.pgn -o split/ && xq convert -q --to xqf few.pgn -o named/ && xq annotate -q --nodes 100 few.pgn -o night.pgn 2>annotate.err
) || fail "files to begin with"

# What is tried: the file that may change, then the command.
commands=(
  "games.xqdb import -q b.pgn c.pgn.gz --db games.xqdb"
  "new.xqdb import -q a.pgn b.pgn --db new.xqdb"
  "games.xqdb import -q other.xqdb --db games.xqdb"
  "new.xqdb import -q games.xqdb other.xqdb --db new.xqdb"
  "out.pgn convert -q b.pgn c.pgn.gz a.pgn -o out.pgn"
  "out.pgn convert -q --unique a.pgn b.pgn -o out.pgn"
  "out.pgn export -q --db games.xqdb -o out.pgn"
  "out.pgn verify -q --repair a.pgn b.pgn -o out.pgn"
  "night.pgn annotate -q --nodes 100 few.pgn a.pgn --limit 5 -o night.pgn"
  "book.xqbook book build -q b.pgn a.pgn --keep-games 2 -o book.xqbook"
  "book.xqbook book build -q --append b.pgn -o book.xqbook"
  "book.xqbook book build -q --db games.xqdb -o book.xqbook"
  "games.xqdb edit -q --set Event=Open --all --db games.xqdb"
  "games.xqdb edit -q --delete --game 5-30 --db games.xqdb"
  "games.xqdb edit -q --undo --db games.xqdb"
  "games.xqdb index -q --db games.xqdb"
  "games.xqdb compact -q --forget --db games.xqdb"
  "games.xqdb annotate -q --nodes 50 --limit 2 --db games.xqdb"
  "packed.pgn.gz convert -q b.pgn c.pgn.gz a.pgn -o packed.pgn.gz"
  "packed.pgn.xz export -q --db games.xqdb -o packed.pgn.xz"
  "new.pgn.zst search -q games.xqdb --to pgn -o new.pgn.zst"
  "split convert -q --split player b.pgn c.pgn.gz -o split/"
  "split export -q --split 20 --db games.xqdb -o split/"
  "named convert -q --to xqf --name {red}-{round} a.pgn -o named/"
  "named export -q --to cbr --db games.xqdb -o named/"
  "new.html annotate -q --nodes 50 few.pgn --report new.html"
  "games.csv search -q games.xqdb --to csv -o games.csv"
)

# What the file says, without the time of edits and what SQLite counts.
says() {
  case $1 in
    *.xqdb) { xq export -q --db "$1" && sqlite3 "$1" "SELECT id, what, in_force, games FROM edit; SELECT count(*) FROM position; SELECT * FROM also_in"; } ;;
    *)
      if [ -d "$1" ]; then
        (cd "$1" && sha256sum -- *)
      else
        cat "$1"
      fi ;;
  esac | sha256sum
}
unpacked() {
  case $1 in
    *.gz) gzip -dc "$1" ;;
    *.xz) xz -dc "$1" ;;
    *) zstd -dc "$1" ;;
  esac
}
# each_whole FOLDER - each file in it is what it was before, or what it should become.
each_whole() {
  local name
  for name in "../sound/$1"/*; do
    [ ! -e "$name" ] || [ -e "$1/${name##*/}" ] || fail "$where: ${name##*/} is gone"
  done
  for name in "$1"/*; do
    [[ $name == *.partial ]] || [ ! -e "$name" ] || cmp -s "$name" "../sound/$name" || cmp -s "$name" "../after.$i/$name" || fail "$where: $name is neither as it was nor as it should be"
  done
}
# whole FILE - it can be read, and nothing is wrong with it.
whole() {
  case $1 in
    *.xqdb) sound "$1"; xq verify -q --db "$1" >verify.out || fail "$where: $(cat verify.out)" ;;
    *.xqbook) xq book verify -q "$1" >verify.out || fail "$where: $(cat verify.out)" ;;
    *.gz | *.xz | *.zst) unpacked "$1" | tail -c 1 | grep -q '^$' || fail "$where: $1 is cut" ;;
    *)
      if [ -d "$1" ]; then
        each_whole "$1"
        return
      fi
      [ -s "$1" ] && tail -c 1 "$1" | grep -q '^$' || fail "$where: $1 is cut" ;;
  esac
}
# grown FILE - it begins with all that it was: a run of annotate that stops adds games and takes none away.
grown() { [ -s "../sound/$1" ] && head -c "$(stat -c %s "../sound/$1")" "$1" | cmp -s - "../sound/$1"; }
begin_again() { rm -rf work; cp -r sound work; cd work || exit 1; }

# Without faults: what comes out, and how many calls there are.
declare -a after before calls
for i in "${!commands[@]}"; do
  read -r file command <<<"${commands[i]}"
  begin_again
  before[i]=none
  [ ! -e "$file" ] || before[i]=$(says "$file")
  # shellcheck disable=SC2086 # words
  XQ_FAULT_FOLDER=$PWD XQ_FAULT_LOG=$scratch/log LD_PRELOAD=$XQ_FAULTS_LIBRARY xq $command 2>"$scratch/err" || [ "$?" -eq 1 ] || fail "$command: $(cat "$scratch/err")"
  after[i]=$(says "$file")
  [ ! -d "$file" ] || { mkdir "../after.$i" && cp -r "$file" "../after.$i"; }
  calls[i]=$(awk '{ printf "%s %s ", $1, $2 }' "$scratch/log")
  cd ..
done

tried=0
kinds=(open read write write sync rename lock truncate read)
for ((n = 0; n < count; ++n)); do
  i=$((RANDOM % ${#commands[@]}))
  kind=${kinds[RANDOM % ${#kinds[@]}]}
  error=EIO; [ $((RANDOM % 2)) -eq 0 ] || error=ENOSPC
  on=; [ $((RANDOM % 3)) -ne 0 ] || on=:on
  most=$(tr ' ' '\n' <<<"${calls[i]}" | grep -A1 -x "$kind" | tail -n 1)
  at=$((most > 0 ? 1 + (RANDOM * 32768 + RANDOM) % most : 0))
  [ "$at" -gt 0 ] || continue
  [ -z "${XQ_CASE:-}" ] || [ "$XQ_CASE" -eq "$n" ] || continue
  read -r file command <<<"${commands[i]}"
  where="case $n: xq $command, $kind $at of $most: $error$on"
  begin_again
  # shellcheck disable=SC2086 # words
  XQ_FAULT=$kind:$at:$error$on XQ_FAULT_FOLDER=$PWD XQ_FAULT_LOG=$scratch/log LD_PRELOAD=$XQ_FAULTS_LIBRARY timeout 60 xq $command >"$scratch/out" 2>"$scratch/err"
  status=$?
  tried=$((tried + 1))
  [ "$status" -le 3 ] || fail "$where: exit status $status: $(cat "$scratch/err")"
  if [ "$status" -eq 0 ]; then
    [ -e "$file" ] && [ "$(says "$file")" = "${after[i]}" ] || fail "$where: exit status 0, and the result is another: $(cat "$scratch/err")"
  elif [ ! -e "$file" ]; then
    [ "${before[i]}" = none ] || fail "$where: $file is gone"
  fi
  if [ -e "$file" ]; then
    whole "$file"
    if [ "${before[i]}" != none ] && [[ $file != games.xqdb ]] && [ ! -d "$file" ]; then
      now=$(says "$file")
      [ "$now" = "${before[i]}" ] || [ "$now" = "${after[i]}" ] || { [[ $command == annotate* ]] && grown "$file"; } ||
        fail "$where: $file is neither as it was nor as it should be: $(cat "$scratch/err")"
    fi
  fi
  for input in a.pgn b.pgn c.pgn.gz few.pgn other.xqdb; do
    cmp -s "$input" "../sound/$input" || fail "$where: the input $input has changed"
  done
  cd ..
done
echo "$tried faults"
