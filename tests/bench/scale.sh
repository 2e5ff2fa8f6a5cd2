#!/usr/bin/env bash
# scale.sh XQ FOLDER [SCRATCH]: how costs grow from 200,000 to 2,000,000 games: the table of
# docs/performance.md, as Markdown. FOLDER has the archives 200k.pgn and 2m.pgn, made by
# bench_make_archive as that page says; SCRATCH (FOLDER/run) takes up to 12 GB. Each step once.
set -u
xq=$1 archives=$2 out=${3:-$2/run}
rm -rf "$out"; mkdir -p "$out"; trap 'rm -rf "$out"' EXIT
moves='炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3' # reached by a fifth of the games
declare -A wall cpu peak
names=()
step() { # step NAME SIZE COMMAND...
  local name=$1 size=$2; shift 2
  [ "$size" != 200k ] || names+=("$name")
  /usr/bin/time -o "$out/t" -f '%e %U %S %M' "$@" >"$out/stdout" 2>"$out/stderr"
  local code=$?
  [ $code -le 1 ] || { echo "scale.sh: exit $code: $*" >&2; cat "$out/stderr" >&2; exit 1; }
  read -r e u s m <<<"$(tail -n 1 "$out/t")"
  wall[$name.$size]=$e; cpu[$name.$size]=$(awk "BEGIN { print $u + $s }"); peak[$name.$size]=$(awk "BEGIN { printf \"%.0f\", $m / 1024 }")
  echo "$size $name: $e s, user $u, sys $s, $m KB" >&2
}
for size in 200k 2m; do
  pgn=$archives/$size.pgn db=$out/$size.xqdb book=$out/$size.xqbook
  cat "$pgn" >/dev/null
  step 'xq import -t 2' $size "$xq" import -q -t 2 "$pgn" --db "$db"
  step 'the same again (nothing new)' $size "$xq" import -q -t 2 "$pgn" --db "$db"
  step 'xq book build --max-ply 40 -t 2' $size "$xq" book build -q "$pgn" -o "$book" --max-ply 40 -t 2
  step 'the same with --memory 128M' $size "$xq" book build -q "$pgn" -o "$out/small.xqbook" --max-ply 40 -t 2 --memory 128M
  cmp "$book" "$out/small.xqbook" || exit 1
  rm "$out/small.xqbook"
  step 'the same from the database (--db)' $size "$xq" book build -q --db "$db" -o "$out/db.xqbook" --max-ply 40 -t 2
  rm "$out/db.xqbook"
  # Four shards of whole games, and their merge, which equals the book of all.
  total=$(grep -c '^\[Event ' "$pgn")
  awk -v out="$out/shard" -v n="$total" '/^\[Event / { g++ } { print > (out int((g - 1) * 4 / n) ".pgn") }' "$pgn"
  for i in 0 1 2 3; do "$xq" book build -q "$out/shard$i.pgn" -o "$out/shard$i.xqbook" --max-ply 40 -t 2 || exit 1; rm "$out/shard$i.pgn"; done
  step 'xq book merge of 4 shards' $size "$xq" book merge -q "$out"/shard{0,1,2,3}.xqbook -o "$out/merged.xqbook" -t 2
  cmp "$book" "$out/merged.xqbook" || exit 1
  rm "$out"/shard*.xqbook "$out/merged.xqbook"
  step 'xq search --player' $size "$xq" search --db "$db" --player 赵天地 --json
  step 'xq search --moves, by scan' $size "$xq" search --db "$db" --moves "$moves" --limit 1
  step 'xq index' $size "$xq" index -q --db "$db"
  step 'xq search --moves, in the index' $size "$xq" search --db "$db" --moves "$moves" --limit 1
  step 'xq book probe startpos' $size "$xq" book probe "$book" startpos
  echo "$size: database $(stat -c %s "$db") bytes with index, book $(stat -c %s "$book") bytes" >&2
done
echo '| what | 200,000 games | 2,000,000 games | processor time a game | growth | memory |'
echo '|---|---|---|---|---|---|'
for n in "${names[@]}"; do
  awk -v n="$n" -v a="${wall[$n.200k]}" -v b="${wall[$n.2m]}" -v ca="${cpu[$n.200k]}" -v cb="${cpu[$n.2m]}" -v ma="${peak[$n.200k]}" -v mb="${peak[$n.2m]}" 'BEGIN {
    x = ca / 0.2; y = cb / 2
    printf "| `%s` | %.2f s | %.2f s | %.2f µs, %.2f µs | %s | %d MB, %d MB |\n", n, a, b, x, y, (x > 0 ? sprintf("%+.0f %%", 100 * (y / x - 1)) : "-"), ma, mb }'
done
