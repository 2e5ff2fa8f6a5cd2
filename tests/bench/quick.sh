#!/usr/bin/env bash
# quick.sh XQ ARCHIVE: the speeds that matter, each beside `wc -l` of the same run, since machines
# differ and are noisy. One thread; the file is in the page cache.
set -eu
xq=$1 archive=$2
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
[ -r "$archive" ] || { echo "quick.sh: no archive '$archive'" >&2; exit 2; }
cat "$archive" >/dev/null

# timed NAME COMMAND...: the fastest of three runs in ms, and the peak memory where GNU time is.
timed() {
  local name=$1 best='' begin ms; shift
  for _ in 1 2 3; do
    begin=$(date +%s%N); "$@" >/dev/null 2>"$scratch/err" || true; ms=$((($(date +%s%N) - begin) / 1000000))
    [ -n "$best" ] && [ "$best" -le $ms ] || best=$ms
  done
  local memory=
  if [ -x /usr/bin/time ]; then
    /usr/bin/time -f %M -o "$scratch/memory" "$@" >/dev/null 2>&1 || true
    memory=$(awk 'END { printf "%.0f MB", $1 / 1024 }' "$scratch/memory")
  fi
  printf '%-34s %8d ms  %s\n' "$name" "$best" "$memory"
}

printf '%s: %d bytes\n' "$archive" "$(wc -c <"$archive")"
timed 'wc -l' wc -l "$archive"
timed 'xq verify' "$xq" verify -q -t1 "$archive"
timed 'xq convert --to uci' "$xq" convert -q -t1 --to uci "$archive"
timed 'xq book build' "$xq" book build -q -t1 "$archive" -o "$scratch/book.xqbook"
timed 'xq import' sh -c "rm -f '$scratch/games.xqdb'; '$xq' import -q -t1 '$archive' --db '$scratch/games.xqdb'"
timed 'xq perft startpos 5' "$xq" perft startpos 5
