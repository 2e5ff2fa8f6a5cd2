#!/usr/bin/env bash
# Two writers at once: one is told to wait, nothing is lost, nothing doubled.
. "${0%/*}/common.bash"

games 1 9000 >a.pgn
games 6001 15000 >b.pgn
games 1 10 >few.pgn

# A stranger holds the lock for longer than we wait.
xq import -q few.pgn --db held.xqdb || fail "import"
mkfifo lock
sqlite3 held.xqdb <lock & holder=$!
exec 9>lock
echo 'BEGIN IMMEDIATE;' >&9
while [ -z "$(find . -name 'held.xqdb-journal')" ] && sqlite3 held.xqdb 'BEGIN IMMEDIATE; ROLLBACK' 2>locked.err; do sleep 0.05; done
xq import -q a.pgn --db held.xqdb 2>err; status=$?
exec 9>&-
wait "$holder"
[ "$status" -eq 3 ] || fail "exit status $status instead of 3"
grep -q 'held.xqdb.*wait until it has finished, then run the command again' err || fail "no advice: $(cat err)"
xq import -q a.pgn --db held.xqdb || fail "import after the lock"
[ "$(sqlite3 held.xqdb 'SELECT count(*) FROM game')" -eq 9000 ] || fail "games are missing"

# Two imports into one database, new or not: each either goes through or says to run it again.
for db in new.xqdb held.xqdb; do
  xq import -q a.pgn --db "$db" 2>err.a & first=$!
  xq import -q b.pgn --db "$db" 2>err.b & second=$!
  wait "$first"; status_a=$?
  wait "$second"; status_b=$?
  for which in a b; do
    status=status_$which
    [ "${!status}" -eq 0 ] || { [ "${!status}" -eq 3 ] && grep -qi 'run the command again' "err.$which"; } ||
      fail "exit status ${!status}: $(cat "err.$which")"
  done
  [ "$status_a" -eq 0 ] || [ "$status_b" -eq 0 ] || fail "neither import went through"
  xq import -q a.pgn b.pgn --db "$db" || fail "third import"
  sound "$db"
  [ "$(sqlite3 "$db" 'SELECT count(*) FROM game')" -eq 15000 ] || fail "games are lost or doubled in $db"
done

# The name of a new database is taken from the first moment: the second program learns it before its work. Killed, the
# first one leaves the name free.
mkfifo slow.pgn
xq import -q slow.pgn --db taken.xqdb & first=$!
exec 8>slow.pgn
while ! compgen -G '.taken.xqdb.*.tmp' >/dev/null; do sleep 0.05; done
xq import -q b.pgn --db taken.xqdb 2>err; status=$?
[ "$status" -eq 3 ] || fail "the second of two new databases: exit status $status instead of 3"
grep -q 'taken.xqdb.*Wait until it has finished, then run the command again' err || fail "no advice: $(cat err)"
cat few.pgn >&8; exec 8>&-
wait "$first" || fail "the first of two new databases"
[ "$(sqlite3 taken.xqdb 'SELECT count(*) FROM game')" -eq 10 ] || fail "games are missing"
xq import -q b.pgn --db taken.xqdb || fail "import after the first"
[ "$(sqlite3 taken.xqdb 'SELECT count(*) FROM game')" -eq 9010 ] || fail "games are missing"

xq import -q slow.pgn --db killed.xqdb & first=$!
exec 8>slow.pgn
while ! compgen -G '.killed.xqdb.*.tmp' >/dev/null; do sleep 0.05; done
kill -9 "$first"; wait "$first" 2>/dev/null; exec 8>&-
xq import -q few.pgn --db killed.xqdb || fail "import after one that was killed"
[ -z "$(find . -name '.*.lock' -o -name '.*.tmp')" ] || fail "left behind: $(find . -name '.*')"
