#!/usr/bin/env bash
# A disk that fills up while a book is sorted or written: a message with advice, exit 3, the old book
# as it was and nothing else.
here=$(realpath "${0%/*}")
. "$here/common.bash"

seq 8000 | awk -f "$here/rook_games.awk" >all.pgn
seq 10 | awk -f "$here/rook_games.awk" >first.pgn
mkdir book
xq book build -q first.pgn -o book/a.xqbook || fail "build"
cp book/a.xqbook old.xqbook

# expect_failure WHAT - the last build, with its status and its stderr in err.
expect_failure() {
  [ "$status" -eq 3 ] || fail "$1: exit status $status instead of 3: $(cat err)"
  grep -Eq 'book/|small/' err || fail "$1: the message names no file: $(cat err)"
  grep -Eqi 'make room|free|space|run the command again' err || fail "$1: no advice: $(cat err)"
}

# 1. A limit on the size of files (RLIMIT_FSIZE, in units of 1024 bytes): runs stay below it and the
#    book does not; then the first run is too large.
(trap '' XFSZ; ulimit -f 2000; xq book build -q --memory 1M all.pgn -o book/a.xqbook 2>err); status=$?
expect_failure "writing the book"
(trap '' XFSZ; ulimit -f 100; xq book build -q --memory 1M all.pgn -o book/a.xqbook 2>err); status=$?
expect_failure "writing a run"
cmp book/a.xqbook old.xqbook || fail "the old book has changed"
[ "$(find book -type f)" = book/a.xqbook ] || fail "something stays behind: $(ls book)"

# 2. A small file system, where we may mount one.
mkdir small
if mount -t tmpfs -o size=3m none small 2>mount.err; then
  trap 'umount "$scratch/small"; rm -rf "$scratch"' EXIT
  cp old.xqbook small/a.xqbook
  for memory in 1M 512M; do
    xq book build -q --memory $memory all.pgn -o small/a.xqbook 2>err; status=$?
    expect_failure "a small disk, $memory"
    cmp small/a.xqbook old.xqbook || fail "the old book has changed"
    [ "$(find small -type f)" = small/a.xqbook ] || fail "something stays behind: $(ls small)"
  done
  mount -o remount,size=200m small || fail "remount"
  xq book build -q all.pgn -o small/a.xqbook || fail "build with room"
  sound small/a.xqbook
fi

# 3. The output must be writable from the start.
xq book build -q first.pgn -o missing/a.xqbook 2>err; status=$?
[ "$status" -eq 3 ] || fail "a missing folder: exit status $status instead of 3"
exit 0
