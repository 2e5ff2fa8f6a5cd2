#!/usr/bin/env bash
# Each of the first reads of a file, and two later ones, fails (faults.cpp), for every command that reads one: the command says that the
# file could not be read, not that it holds something else or is damaged, and exit 0 means that nothing was left out.
# XQ_FAULTS: how many commands (default 12); XQ_READS: how many reads of each (default 5).
. "${0%/*}/common.bash"
[ -n "${XQ_FAULTS_LIBRARY:-}" ] || skip "no library that makes calls fail on this system"
export ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0:${ASAN_OPTIONS:-}"

mkdir sound work
(
  cd sound || exit 1
  games 1 12 >a.pgn
  games 7 20 | gzip >b.pgn.gz
  printf '%s\n' 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w bm h2e2; id "a";' >suite.epd
  echo "胡荣华 | 胡榮華" >names.txt
  xq import -q a.pgn --db games.xqdb && xq index -q --db games.xqdb && xq import -q b.pgn.gz --db other.xqdb &&
    xq book build -q a.pgn --keep-games 2 -o book.xqbook && xq book build -q b.pgn.gz -o more.xqbook
) || fail "files to begin with"

commands=(
  "stats --db games.xqdb"
  "import a.pgn --db games.xqdb"
  "import games.xqdb other.xqdb --db new.xqdb"
  "book probe book.xqbook"
  "show games.xqdb"
  "bench suite suite.epd --nodes 100"
  "convert a.pgn b.pgn.gz -o out.pgn"
  "verify games.xqdb"
  "annotate -q --nodes 50 --limit 1 --db games.xqdb"
  "book merge book.xqbook more.xqbook -o merged.xqbook"
  "names --load names.txt --db games.xqdb"
  "edit --set Site=Here --game 1 --db games.xqdb"
  "export games.xqdb"
  "search games.xqdb --player 胡荣华"
  "verify a.pgn b.pgn.gz"
  "compact games.xqdb"
  "index --db games.xqdb"
  "report player games.xqdb 胡荣华"
  "novelties games.xqdb"
  "book build --db games.xqdb -o new.xqbook"
  "book build --append b.pgn.gz -o book.xqbook"
  "book score book.xqbook --nodes 50"
  "book diff book.xqbook more.xqbook"
  "book verify book.xqbook"
  "book games book.xqbook h2e2"
)
count=${XQ_FAULTS:-12}

begin_again() { rm -rf work; cp -r sound work; cd work || exit 1; }
# xq_with FAULT COMMAND - with that plan for the library; its status.
xq_with() {
  # shellcheck disable=SC2086 # words
  XQ_FAULT=$1 XQ_FAULT_FOLDER=$PWD XQ_FAULT_LOG=$scratch/log LD_PRELOAD=$XQ_FAULTS_LIBRARY timeout 60 xq $2 >"$scratch/out" 2>"$scratch/err" </dev/null
}

tried=0
for command in "${commands[@]:0:count}"; do
  begin_again
  xq_with '' "$command"
  clean=$?
  [ "$clean" -le 1 ] || fail "$command: exit status $clean: $(cat "$scratch/err")"
  cp "$scratch/out" "$scratch/expected"
  reads=$(awk '$1 == "read" { print $2 }' "$scratch/log")
  cd ..
  for at in $(seq "${XQ_READS:-5}") $((reads / 2)) $((reads - 1)); do
    [ "$at" -ge 1 ] && [ "$at" -le "$reads" ] || continue
    begin_again
    where="xq $command, read $at of $reads"
    xq_with "read:$at:EIO" "$command"
    status=$?
    tried=$((tried + 1))
    if [ "$status" -eq 0 ]; then
      cmp -s "$scratch/out" "$scratch/expected" || fail "$where: exit status 0, and another output: $(cat "$scratch/err")"
    elif [ "$status" -ne "$clean" ]; then
      [ "$status" -eq 3 ] && cat "$scratch/out" "$scratch/err" | grep -q 'Input/output error' || fail "$where: exit status $status: $(cat "$scratch/err")"
    fi
    cd ..
  done
done
echo "$tried faults"
