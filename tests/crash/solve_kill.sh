#!/usr/bin/env bash
# kill -9 at random moments of `xq solve`: the journal is sound and keeps every answer, and the run
# that comes to its end writes the bytes of one that nobody disturbed, with any number of threads,
# and in parts. XQ_KILLS sets how often, XQ_PROBLEMS and XQ_NODES how much there is to do.
. "${0%/*}/common.bash"

seed=${XQ_SEED:-20260101}; RANDOM=$seed; echo "seed $seed"
kills=${XQ_KILLS:-4}; nodes=${XQ_NODES:-60000}
if [ -n "${XQ_INPUT:-}" ]; then
  cp "$XQ_INPUT" problems.pgn
else # a mate whose solution ends early; endings for the engine, all of them different
  printf '[Title "红先胜"]\n[FEN "5ab2/2Nkan3/9/p4N2p/4P1b2/2p6/P2Cc4/9/4A4/1cBA1K3 w - - 0 1"]\n\n1. c8d6 *\n\n' >problems.pgn
  for i in 1 2 3 4 5 6 7; do
    printf '[Title "第%d局 红先胜"]\n[FEN "4k4/4a4/9/9/9/9/9/9/%dN%d/4K4 w - - 0 1"]\n\n*\n\n' "$i" "$i" $((8 - i))
  done >>problems.pgn
fi
run="xq solve -q problems.pgn --nodes $nodes --engine-nodes $((nodes / 3))"
start=$(date +%s%N)
$run -t 1 -o whole.pgn --report whole.html >whole.txt || [ $? -eq 1 ] || fail "solve"
duration=$((($(date +%s%N) - start) / 1000000)) # milliseconds
$run -t 2 -o two.pgn >two.txt || [ $? -eq 1 ] || fail "solve -t 2"
cmp whole.pgn two.pgn && cmp whole.txt two.txt || fail "two threads write other bytes"
[ ! -e whole.pgn.journal.xqdb ] || fail "the journal of a finished run is left"

ended() { [ -e night.pgn ]; }
again() { rm night.pgn; }
kill_runs night.pgn.journal.xqdb $run -o night.pgn --report night.html
$run -o night.pgn --report night.html >night.txt || [ $? -eq 1 ] || fail "last run"
cmp whole.pgn night.pgn && cmp whole.txt night.txt || fail "other bytes after $killed kills"
cmp whole.html night.html || fail "another page after $killed kills"
[ "$(find . -name '.night*.tmp' | wc -l)" -eq 0 ] || fail "unfinished files of killed runs are left"
[ "$killed" -ge 1 ] || fail "no run was killed in time"

for i in 1 2 3; do
  $run --shard $i/3 -o part$i.xqdb || [ $? -eq 1 ] || fail "part $i"
done
xq solve -q --merge part3.xqdb part1.xqdb part2.xqdb -o parts.pgn --report parts.html >parts.txt || [ $? -eq 1 ] ||
  fail "merge"
cmp whole.pgn parts.pgn && cmp whole.txt parts.txt || fail "parts make other bytes"
sed 's/<title>.*//; s/<h1>.*//' whole.html >a; sed 's/<title>.*//; s/<h1>.*//' parts.html >b
cmp a b || fail "parts make another page"

# Asked to stop: the records that are finished are there, and it says how to go on.
xq solve problems.pgn --nodes 100000000 --engine-nodes 0 -o stopped.pgn >stopped.txt 2>stopped.err & pid=$!
sleep 0.7; begin=$(date +%s%N); kill -TERM "$pid"; wait "$pid"; status=$?
[ "$status" -eq 130 ] || fail "exit status $status after an interrupt"
[ $((($(date +%s%N) - begin) / 1000000)) -lt 1000 ] || fail "it took more than a second to stop"
grep -q 'Run the same command again to go on' stopped.err || fail "it does not say how to go on"
[ -e stopped.pgn ] || fail "no result after an interrupt"
echo "$killed runs killed, $answers answers kept"
