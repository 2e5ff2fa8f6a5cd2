#!/usr/bin/env bash
# ratios.sh BUILD ARCHIVE [THREADS [ROUNDS]]: import and book build beside `wc -l` of the archive and
# beside plain SQLite that inserts the same rows, sorted (bench_insert), all in turn, round by round;
# medians. BUILD is a build folder with xq and the target `benchmarks`.
set -eu
build=$1 archive=$2 threads=${3:-2} rounds=${4:-5}
xq=$build/bin/xq insert=$build/tests/bench_insert
[ -r "$archive" ] || { echo "ratios.sh: no archive '$archive'" >&2; exit 2; }
[ -x "$insert" ] || { echo "ratios.sh: $insert is missing: build the target benchmarks" >&2; exit 2; }
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cat "$archive" >/dev/null

import() { rm -f "$scratch/a.xqdb"; "$xq" import -q -t "$threads" "$archive" --db "$scratch/a.xqdb" || [ $? = 1 ]; }
again() { "$xq" import -q -t "$threads" "$archive" --db "$scratch/a.xqdb" || [ $? = 1 ]; }
opening() { "$xq" book build -q -t "$threads" --max-ply 40 "$archive" -o "$scratch/40.xqbook" || [ $? = 1 ]; }
all() { "$xq" book build -q -t "$threads" "$archive" -o "$scratch/all.xqbook" || [ $? = 1 ]; }
count() { wc -l "$archive"; }
timed() { # timed NAME COMMAND...: append the seconds to the file NAME
  local begin; begin=$(date +%s%N); "${@:2}" >/dev/null 2>&1
  echo $((($(date +%s%N) - begin) / 1000)) | awk '{ print $1 / 1e6 }' >>"$scratch/$1"
}
raw() { "$insert" "$2" "$scratch/copy" | awk '{ print $1 }' >>"$scratch/$1"; }
median() { sort -g "$scratch/$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for _ in $(seq "$rounds"); do
  timed wc count
  timed import import; timed again again; raw raw.import "$scratch/a.xqdb"
  timed opening opening; raw raw.opening "$scratch/40.xqbook"
  timed all all; raw raw.all "$scratch/all.xqbook"
done
games=$("$xq" verify -q --json "$archive" 2>/dev/null | sed -n 's/.*"games":\([0-9]*\).*/\1/p' | tail -n 1)
echo "$archive: ${games:-?} games; medians of $rounds rounds, $threads threads"
row() { # row TEXT NAME [RAW]
  awk -v text="$1" -v s="$(median "$2")" -v wc="$(median wc)" -v raw="$([ $# -lt 3 ] || median "$3")" -v games="${games:-0}" 'BEGIN {
    printf "%-32s %7.3f s %9.0f games/s %7.1f x wc -l", text, s, games / s, s / wc
    if (raw != "") printf " %6.2f x raw insert (%.3f s)", s / raw, raw
    print "" }'
}
row 'wc -l' wc
row 'xq import' import raw.import
row 'xq import, a second time' again
row 'xq book build --max-ply 40' opening raw.opening
row 'xq book build' all raw.all
