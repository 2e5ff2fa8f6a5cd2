#!/usr/bin/env bash
# kill -9 at random moments of an annotation: the journal is sound and keeps every answer, and the
# run that comes to its end writes the bytes of one that nobody disturbed, with any number of
# threads. XQ_KILLS sets how often (by default few: the test is run often), XQ_GAMES and XQ_NODES
# how much there is to do.
. "${0%/*}/common.bash"

seed=${XQ_SEED:-20260101}; RANDOM=$seed; echo "seed $seed"
kills=${XQ_KILLS:-4}; games=${XQ_GAMES:-2}; nodes=${XQ_NODES:-2000}
if [ -n "${XQ_INPUT:-}" ]; then
  cp "$XQ_INPUT" games.pgn
else
  xq match -q -n "$games" --nodes 200 --seed 7 --max-plies 60 -o games.pgn >match.out 2>&1 || fail "match"
fi
start=$(date +%s%N)
xq annotate -q games.pgn --nodes "$nodes" -t 1 -o whole.pgn || fail "annotate"
duration=$((($(date +%s%N) - start) / 1000000)) # milliseconds
xq annotate -q games.pgn --nodes "$nodes" -t 2 -o two.pgn || fail "annotate -t 2"
cmp whole.pgn two.pgn || fail "two threads write other bytes"
[ ! -e whole.pgn.journal.xqdb ] || fail "the journal of a finished run is left"

ended() { [ -e night.pgn ]; }
again() { rm night.pgn; }
kill_runs night.pgn.journal.xqdb xq annotate -q games.pgn --nodes "$nodes" -o night.pgn
[ -e night.pgn ] || xq annotate games.pgn --nodes "$nodes" -o night.pgn -v 2>last.err || fail "last run"
cmp whole.pgn night.pgn || fail "other bytes after $killed kills"
[ "$(find . -name '.night*.tmp' | wc -l)" -eq 0 ] || fail "unfinished files of killed runs are left"
[ "$killed" -ge 1 ] || fail "no run was killed in time"
echo "$killed runs killed, $answers answers kept; $(tail -n 1 last.err 2>/dev/null)"

# Asked to stop: the games that are finished are there, and it says how to go on.
xq annotate games.pgn --nodes 40000 -o stopped.pgn 2>stopped.err & pid=$!
sleep 0.5; kill -TERM "$pid"; wait "$pid"; status=$?
[ "$status" -eq 130 ] || fail "exit status $status after an interrupt"
grep -q 'Run the same command again to go on' stopped.err || fail "it does not say how to go on"
[ -e stopped.pgn ] || fail "no result after an interrupt"
