#!/usr/bin/env bash
# A disk that fills up: a message with advice, exit 3, nothing half made, and the same command goes
# through once there is room.
. "${0%/*}/common.bash"

games 1 20000 >all.pgn
games 1 100 >first.pgn
xq import -q all.pgn --db whole.xqdb || fail "import"

# expect_failure FOLDER DB - import into DB must fail in the way above.
expect_failure() {
  [ "$status" -eq 3 ] || fail "exit status $status instead of 3: $(cat err)"
  grep -q "$1" err || fail "the message does not name the file: $(cat err)"
  grep -Eqi 'run the command again|Free some space' err || fail "no advice: $(cat err)"
}

# 1. A limit on the size of files (RLIMIT_FSIZE, in units of 1024 bytes).
(trap '' XFSZ; ulimit -f 2048; xq import -q all.pgn --db new.xqdb 2>err); status=$?
expect_failure new.xqdb
[ -z "$(find . -name '*new.xqdb*')" ] || fail "something is left of the new database"
xq import -q first.pgn --db old.xqdb || fail "import"
(trap '' XFSZ; ulimit -f 2048; xq import -q all.pgn --db old.xqdb 2>err); status=$?
expect_failure old.xqdb
sound old.xqdb
[ "$(sqlite3 old.xqdb 'SELECT count(*) FROM game')" -eq 100 ] || fail "the old database has changed"
xq import -q all.pgn --db old.xqdb || fail "import with room"
[ "$(sqlite3 old.xqdb 'SELECT count(*) FROM game')" -eq 20000 ] || fail "games are missing"

# 2. A small file system, where we may mount one.
mkdir small
if mount -t tmpfs -o size=2m none small 2>mount.err; then
  trap 'umount "$scratch/small"; rm -rf "$scratch"' EXIT
  xq import -q all.pgn --db small/new.xqdb 2>err; status=$?
  expect_failure 'small/.*new.xqdb'
  [ -z "$(find small -name '*new.xqdb*')" ] || fail "something is left of the new database"
  xq import -q first.pgn --db small/old.xqdb || fail "import"
  xq import -q all.pgn --db small/old.xqdb 2>err; status=$?
  expect_failure small/old.xqdb
  sound small/old.xqdb
  mount -o remount,size=64m small || fail "remount"
  xq import -q all.pgn --db small/old.xqdb || fail "import with room"
  sound small/old.xqdb
  [ "$(sqlite3 small/old.xqdb 'SELECT count(*) FROM game')" -eq 20000 ] || fail "games are missing"
else
  echo "no small file system: $(cat mount.err)"
fi
