#!/usr/bin/env bash
# library_tour.sh TOUR EXAMPLES: what the programs of docs/library.md print, in a folder with all that they ask for.
set -eu
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
mkdir games
cat >games/a.pgn <<'END'
[Event "全国赛"]
[Red "胡荣华"]
[Black "柳大华"]
[Result "1-0"]

{先手} 1. 炮二平五 马8进7 2. 马二进三 1-0

[Event "表演赛"]
[Red "柳大华"]
[Result "*"]

1. 炮二平五 炮8平5 2. 车一进九 *
END
printf 'no game\n' >games/b.txt
xq import -q games/a.pgn --db games.xqdb 2>log || true
xq book build -q games/a.pgn -o book.xqbook 2>>log || true

"$1" >out 2>err
head -n 1 out | diff - <(echo '炮二平五 马８进７ 马二进三 胡荣华 1-0')
[ "$(sed -n 2p out | wc -w)" = 46 ] # 44 moves, and behind them the one of the book with its games
sed -n 2p out | grep -q ' 马８进７ 1$'
sed -n 3p out | diff - <(echo 全国赛)
sed -n 4p out | grep -qE '^-?[0-9]+ [^ ]+'
[ "$(wc -l <out)" = 4 ]
grep -q '^12:17: .*车一进九' err
grep -q 'no format' err

cp games/a.pgn archive.pgn; cp games.xqdb archive.xqdb; cp book.xqbook archive.xqbook
"$2" >out 2>err || { cat err; exit 1; }
grep -q '^2 games, 3 plies$' out
grep -q '^先手$' out
grep -q '^全国赛, game 1$' out || grep -q '^炮二平五 [0-9]' out
[ -s copy.pgn ]
xq verify -q copy.pgn >/dev/null 2>&1 || true
grep -q '车一进九' err
