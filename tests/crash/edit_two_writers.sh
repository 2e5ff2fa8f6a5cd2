#!/usr/bin/env bash
# Somebody else writes: edit, undo, merge and compact say so and change nothing; reading goes on meanwhile.
. "${0%/*}/common.bash"

games 1 800 | xq import -q - --db held.xqdb || fail "import"
games 1 10 | xq import -q - --db other.xqdb || fail "import"
xq edit -q --db held.xqdb --set Site=Here --all || fail "edit"
before=$(rows held.xqdb)

mkfifo lock
sqlite3 held.xqdb <lock & holder=$!
exec 9>lock
echo 'BEGIN IMMEDIATE;' >&9
while sqlite3 held.xqdb 'BEGIN IMMEDIATE; ROLLBACK' 2>locked.err; do sleep 0.05; done
refused() {
  "$@" -q --db held.xqdb 2>err; status=$?
  [ "$status" -eq 3 ] || fail "$*: exit status $status instead of 3"
  grep -q 'held.xqdb.*wait until it has finished, then run the command again' err || fail "$*: no advice: $(cat err)"
}
refused xq edit --set Site=There --all
refused xq edit --delete --player 3
refused xq edit --undo
refused xq import other.xqdb
refused xq compact
xq edit --db held.xqdb --set Site=There --all --dry-run >preview.out 2>preview.err || fail "a preview: $(cat preview.err)"
[ "$(grep -c '^+ Site: There' preview.out)" -eq 800 ] || fail "the preview is not whole"
xq edit --db held.xqdb --log >log.out || fail "the log"
exec 9>&-
wait "$holder"
[ "$(rows held.xqdb)" = "$before" ] || fail "something has changed"
xq edit -q --db held.xqdb --set Site=There --all || fail "edit after the lock"

# Two edits at once: each goes through whole or says to run it again.
xq edit -q --db held.xqdb --set Annotator=A --all 2>err.a & first=$!
xq edit -q --db held.xqdb --set Annotator=B --all 2>err.b & second=$!
wait "$first"; status_a=$?
wait "$second"; status_b=$?
[ "$status_a" -eq 0 ] || [ "$status_b" -eq 0 ] || fail "neither edit went through"
for which in a b; do
  status=status_$which
  [ "${!status}" -eq 0 ] || { [ "${!status}" -eq 3 ] && grep -qi 'run the command again' "err.$which"; } ||
    fail "exit status ${!status}: $(cat "err.$which")"
done
[ "$(sqlite3 held.xqdb "SELECT count(DISTINCT tag.value) FROM tag JOIN game ON game.id = tag.game JOIN layout AS l ON l.id = game.layout AND l.place = tag.place WHERE l.name = 'Annotator'")" -eq 1 ] ||
  fail "two edits are mixed"
sound held.xqdb
xq verify -q --db held.xqdb || fail "verify"
