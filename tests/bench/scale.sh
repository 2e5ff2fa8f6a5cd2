#!/usr/bin/env bash
# scale.sh XQ FOLDER [SCRATCH]: how costs grow from 200,000 to 2,000,000 games: the table of
# docs/performance.md, as Markdown. FOLDER has the archives 200k.pgn and 2m.pgn, made by
# bench_make_archive as that page says; SCRATCH (FOLDER/run) takes up to 12 GB. Each step three times,
# the two sizes in turn; the median by processor time counts.
set -u
xq=$1 archives=$2 out=${3:-$2/run}
rm -rf "$out"; mkdir -p "$out"; trap 'rm -rf "$out"' EXIT
moves='炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3' # reached by a fifth of the games
declare -A wall cpu peak
names=()

# What a step runs with an archive of $size games, and the file that it makes, if any, which is removed
# before.
import() { new=$db; run=(import -q -t 2 "$pgn" --db "$db"); }
again() { run=(import -q -t 2 "$pgn" --db "$db"); }
build() { new=$book; run=(book build -q "$pgn" -o "$book" --max-ply 40 -t 2); }
small() { new=$out/$size.small; run=(book build -q "$pgn" -o "$new" --max-ply 40 -t 2 --memory 128M); }
from_db() { new=$out/$size.from_db; run=(book build -q --db "$db" -o "$new" --max-ply 40 -t 2); }
merge() { new=$out/$size.merged; run=(book merge -q "$out/$size".shard?.xqbook -o "$new" -t 2); }
player() { run=(search --db "$db" --player 赵天地 --json); }
search() { run=(search --db "$db" --moves "$moves" --limit 1); }
index() { run=(index -q --db "$db"); }
probe() { run=(book probe "$book" startpos); }

step() { # step NAME FUNCTION
  local name=$1 new run c e u s m
  names+=("$name")
  rm -f "$out"/times.*
  for _ in 1 2 3; do
    for size in 200k 2m; do
      pgn=$archives/$size.pgn db=$out/$size.xqdb book=$out/$size.xqbook new=
      "$2"
      [ -z "$new" ] || rm -f "$new"
      /usr/bin/time -o "$out/t" -f '%e %U %S %M' "$xq" "${run[@]}" >"$out/stdout" 2>"$out/stderr"
      local code=$?
      [ $code -le 1 ] || { echo "scale.sh: exit $code: ${run[*]}" >&2; cat "$out/stderr" >&2; exit 1; }
      tail -n 1 "$out/t" | awk '{ print $2 + $3, $0 }' >>"$out/times.$size"
    done
  done
  for size in 200k 2m; do
    read -r c e u s m <<<"$(sort -g "$out/times.$size" | sed -n 2p)"
    wall[$name.$size]=$e; cpu[$name.$size]=$c; peak[$name.$size]=$(awk "BEGIN { printf \"%.0f\", $m / 1024 }")
    echo "$size $name: $e s, user $u, sys $s, $m KB; processor time of all $(awk '{ print $1 }' "$out/times.$size" | xargs)" >&2
  done
}
same_books() { # same_books SUFFIX: what a step made equals the books of `build`
  for size in 200k 2m; do
    cmp "$out/$size.xqbook" "$out/$size.$1" || exit 1
    rm "$out/$size.$1"
  done
}

cat "$archives"/{200k,2m}.pgn >/dev/null
step 'xq import -t 2' import
step 'the same again (nothing new)' again
step 'xq book build --max-ply 40 -t 2' build
step 'the same with --memory 128M' small; same_books small
step 'the same from the database (--db)' from_db; rm "$out"/*.from_db
for size in 200k 2m; do # four shards of whole games
  pgn=$archives/$size.pgn
  awk -v out="$out/shard" -v n="$(grep -c '^\[Event ' "$pgn")" '/^\[Event / { g++ } { print > (out int((g - 1) * 4 / n) ".pgn") }' "$pgn"
  for i in 0 1 2 3; do
    "$xq" book build -q "$out/shard$i.pgn" -o "$out/$size.shard$i.xqbook" --max-ply 40 -t 2 || exit 1
    rm "$out/shard$i.pgn"
  done
done
step 'xq book merge of 4 shards' merge; same_books merged; rm "$out"/*.shard?.xqbook
step 'xq search --player' player
step 'xq search --moves, by scan' search
step 'xq index' index
step 'xq search --moves, in the index' search
step 'xq book probe startpos' probe
ls -l "$out"/*.xqdb "$out"/*.xqbook | awk '{ print $5, $9 }' >&2

echo '| what | 200,000 games | 2,000,000 games | processor time a game | growth | memory |'
echo '|---|---|---|---|---|---|'
for n in "${names[@]}"; do
  awk -v n="$n" -v a="${wall[$n.200k]}" -v b="${wall[$n.2m]}" -v ca="${cpu[$n.200k]}" -v cb="${cpu[$n.2m]}" -v ma="${peak[$n.200k]}" -v mb="${peak[$n.2m]}" 'BEGIN {
    x = ca / 0.2; y = cb / 2
    printf "| `%s` | %.2f s | %.2f s | %.2f µs, %.2f µs | %s | %d MB, %d MB |\n", n, a, b, x, y, (x > 0 ? sprintf("%+.0f %%", 100 * (y / x - 1)) : "-"), ma, mb }'
done
