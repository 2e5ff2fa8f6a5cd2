#!/usr/bin/env bash
# `xq endings build` that is asked to stop, or killed, while it counts: the tables that were complete are
# there and whole, nothing else is, it says so, and the same command makes the rest.
. "${0%/*}/common.bash"

build="xq endings build KNAkp -o tables"
# wait_for_some - until a table is there, and at most ten seconds.
wait_for_some() { for _ in $(seq 200); do [ -e tables/KPka.xqend ] && return; sleep 0.05; done; fail "no table"; }

# A large one: it is counted while the signal comes.
xq endings build KRPkna -o tables --memory 8G >stopped.out 2>stopped.err & pid=$!
wait_for_some
begin=$(date +%s%N); kill -TERM "$pid"; wait "$pid"; status=$?
[ "$status" -eq 130 ] || fail "exit status $status after an interrupt"
[ $((($(date +%s%N) - begin) / 1000000)) -lt 1000 ] || fail "it took more than a second to stop"
complete=$(find tables -name '*.xqend' | wc -l)
grep -Eq "^xq: interrupted: KR?P?kn?a? was not finished, $complete tables are complete in tables\. Run the same command again to go on\.$" \
  <(tail -n 1 stopped.err) || fail "it does not say what is kept: $(tail -n 1 stopped.err)"
[ "$(find tables -type f ! -name '*.xqend' | wc -l)" -eq 0 ] || fail "an unfinished file is left"
xq endings list tables >list || fail "a table is damaged"
[ "$(wc -l <list)" -eq $((complete + 1)) ] || fail "other tables than those that were told"

# Killed: the same without words.
rm -r tables
$build -q & pid=$!
wait_for_some
kill -9 "$pid"; wait "$pid" 2>wait.err
xq endings list tables >list || fail "a table is damaged after kill -9"
cp tables/KPka.xqend before.xqend; touch -r tables/KPka.xqend before.xqend
$build -q || fail "the second run"
[ -e tables/KNAkp.xqend ] || fail "the table is not there after the second run"
cmp tables/KPka.xqend before.xqend && [ ! tables/KPka.xqend -nt before.xqend ] || fail "a complete table was made again"
[ "$(find tables -type f ! -name '*.xqend' ! -name '.*' | wc -l)" -eq 0 ] || fail "unfinished files are left"

# `xq solve` that counts a table: stopped in the same way, with what it had.
printf '[Title "红先胜"]\n[FEN "3ak4/4a4/4b4/9/9/4P4/9/9/9/4K2N1 w - - 0 1"]\n\n*\n' >ending.pgn
xq solve ending.pgn --memory 1G --nodes 1000 --engine-nodes 0 -t 1 -o solved.pgn >solved.txt 2>solved.err & pid=$!
for _ in $(seq 200); do [ -e solved.pgn.journal.xqdb ] && break; sleep 0.05; done
sleep 0.5; begin=$(date +%s%N); kill -TERM "$pid"; wait "$pid"; status=$?
[ "$status" -eq 130 ] || fail "exit status $status of xq solve after an interrupt"
[ $((($(date +%s%N) - begin) / 1000000)) -lt 1000 ] || fail "xq solve took more than a second to stop"
grep -q 'Run the same command again to go on' solved.err || fail "xq solve does not say how to go on: $(tail -n 1 solved.err)"
