#!/usr/bin/env bash
# read_book.sh PROGRAM: the example of docs/library.md says what `xq` says about the same book.
set -eu
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
printf '1. 炮二平五 马8进7 2. 马二进三\n1-0\n\n1. 炮八平五 马2进3\n*\n\n1. 兵七进一\n*\n' >games.pgn
xq book build -q games.pgn -o a.xqbook
"$1" a.xqbook >out
diff out - <<'END'
3 games, 3 positions
炮二平五 2
马８进７ 2
马二进三 1
4 moves
3 3 3 3
END
printf '%s\n*\n' '1. 车一进一 车1进1 2. 车一退一 车1退1 3. 车一进一' >circle.pgn
xq book build -q circle.pgn -o circle.xqbook
timeout 10 "$1" circle.xqbook | grep -q '^4 moves$'
if "$1" games.pgn 2>err; then echo 'a file that is no book was opened' >&2; exit 1; fi
grep -q 'games.pgn' err
