#!/usr/bin/env bash
# A disk that fills up in the middle of an edit, a deletion, an undo, a merge or a compact: a message with advice,
# exit 3, the database as it was, and the same command goes through once there is room.
. "${0%/*}/common.bash"

games 1 3000 | xq import -q - --db base.xqdb || fail "import"
games 1500 6000 | sed 's/Cup/Open/' | xq import -q - --db other.xqdb || fail "import"

# state DB - of games and journal. (Names that no game has go before a compact needs room.)
state() { { xq export --db "$1"; sqlite3 "$1" "SELECT id, what, in_force, games FROM edit; SELECT count(*) FROM edit_value"; } | sha256sum; }

# try FOLDER COMMAND... - on FOLDER/work.xqdb, which has no room.
try() {
  local work=$1/work.xqdb before; shift
  before=$(state "$work")
  (trap '' XFSZ; [ "$limit" = 0 ] || ulimit -f "$limit"; "$@" -q --db "$work" 2>err); status=$?
  [ "$status" -eq 3 ] || fail "$*: exit status $status instead of 3: $(cat err)"
  grep -q "$work" err || fail "$*: the message does not name the file: $(cat err)"
  grep -Eqi 'run the command again|Free some space' err || fail "$*: no advice: $(cat err)"
  sound "$work"
  [ "$(state "$work")" = "$before" ] || fail "$*: the database has changed"
}

# 1. A limit on the size of files (RLIMIT_FSIZE, in units of 1024 bytes): the file may not grow.
cp base.xqdb work.xqdb
limit=$(($(stat -c %s work.xqdb) / 1024))
try . xq edit --set "Site=Somewhere" --all
try . xq edit --delete --all
try . xq import other.xqdb
xq edit -q --delete --player 3 --db work.xqdb || fail "delete with room"
xq edit -q --set Site=There --all --db work.xqdb || fail "edit with room"
limit=$(($(stat -c %s work.xqdb) / 1024 / 2))
try . xq compact
xq compact -q --db work.xqdb || fail "compact with room"
limit=$(($(stat -c %s work.xqdb) / 1024))
try . xq edit --undo 1
xq edit -q --undo 1 --db work.xqdb || fail "undo with room"
[ "$(sqlite3 work.xqdb 'SELECT count(*) FROM game')" -eq 3000 ] || fail "games are missing"
sound work.xqdb

# 2. A small file system, where we may mount one.
mkdir small
if mount -t tmpfs -o size=$(($(stat -c %s base.xqdb) / 1024 + 256))k none small 2>mount.err; then
  trap 'umount "$scratch/small"; rm -rf "$scratch"' EXIT
  cp base.xqdb small/work.xqdb
  limit=0
  try small xq edit --set "Site=Somewhere" --all
  try small xq edit --delete --all
  try small xq import other.xqdb
  mount -o remount,size=200m small || fail "remount"
  xq edit -q --set "Site=Somewhere" --all --db small/work.xqdb || fail "edit with room"
  xq edit -q --undo --db small/work.xqdb || fail "undo with room"
  sound small/work.xqdb
else
  echo "no small file system: $(cat mount.err)"
fi
