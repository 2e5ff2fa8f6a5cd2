#!/usr/bin/env bash
# any_folder.sh SOURCE BUILD: a checkout compiles the same files as BUILD wherever it lies, even below folders that have the
# names of its own parts.
set -euo pipefail
source=$1 build=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
copy=$scratch/train/wasm/src/service/xq
mkdir -p "$copy"
tar -C "$source" --exclude=./build --exclude=./.git -c . | tar -C "$copy" -x
cmake -S "$copy" -B "$scratch/build" -G Ninja -DCMAKE_BUILD_TYPE=Release >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
compiled() { # the objects of library and tools, and which of them are not optimised
  grep -oE '(xq_cli|xq_objects)\.dir/[^ ]*\.cpp\.o: CXX' "$1/build.ninja" | sort -u
  awk '/^build .*(xq_cli|xq_objects)\.dir\/.*: CXX_COMPILER/ { name = $2; sub(/.*\//, "", name) } name && /^ *FLAGS = / { print name, / -O1/ ? "-O1" : ""; name = "" }' \
    "$1/build.ninja" | sort -u
}
diff <(compiled "$build") <(compiled "$scratch/build") || { echo "any_folder: < $build, > a checkout in train/wasm/src/service"; exit 1; }
[ "$(compiled "$build" | wc -l)" -gt 100 ] || { echo "any_folder: nothing was compared"; exit 1; }
