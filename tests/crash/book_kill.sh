#!/usr/bin/env bash
# kill -9 at any moment of a build: the old book or the new one, whole, and nothing but a partial file
# beside it, which the next build clears away.
here=$(realpath "${0%/*}")
. "$here/common.bash"
kills=${XQ_KILLS:-8}

seq 3000 | awk -f "$here/rook_games.awk" >all.pgn
seq 10 | awk -f "$here/rook_games.awk" >first.pgn
build() { xq book build -q --memory 1M "$1" -o "$2"; }
build first.pgn old.xqbook || fail "build of the old book"
begin=$(date +%s%N)
build all.pgn new.xqbook || fail "build of the new book"
took=$((($(date +%s%N) - begin) / 1000))

mkdir book
old=0
for step in $(seq 0 "$kills"); do
  cp old.xqbook book/a.xqbook
  xq book build -q --memory 1M all.pgn -o book/a.xqbook & # itself, not a shell around it
  pid=$!
  sleep "$(awk "BEGIN { print $took * $step / $kills / 1e6 }")"
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  if cmp -s book/a.xqbook old.xqbook; then
    old=$((old + 1))
  else
    cmp book/a.xqbook new.xqbook || fail "step $step left neither the old book nor the new one"
  fi
  for _ in $(seq 20); do # Windows removes what was still open a moment after the program has ended
    strangers=$(find book -type f ! -name a.xqbook ! -name '.a.xqbook.*.tmp')
    [ -n "$strangers" ] || break
    sleep 0.05
  done
  [ -z "$strangers" ] || fail "step $step left $strangers"
done
[ $old -gt 2 ] || fail "nearly every build was over before it was killed"

build all.pgn book/a.xqbook || fail "build after kills"
cmp book/a.xqbook new.xqbook || fail "the book after kills differs"
[ "$(find book -type f)" = book/a.xqbook ] || fail "partial files stay behind: $(ls -A book)"
sound book/a.xqbook
