#!/usr/bin/env bash
# sbom.sh XQ SOURCE [LINKED]: packaging/xq.spdx.in lists what the project looks for in CMake and what XQ is linked with,
# nothing else. LINKED has the names of the static libraries that the portable program was made of, one a line.
set -eu
xq=$1 source=$2 linked=${3:-}
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
list=$source/packaging/xq.spdx.in wrong=0
listed() { sed -n 's/^PackageComment: <text>//p' "$list" | grep -oE "\b$1: [^;<]+" | sed "s/^$1: //" | sort -u; }
compare() { diff "$scratch/expected" "$scratch/found" >"$scratch/diff" || { echo "xq.spdx.in ($1, < listed, > used):"; cat "$scratch/diff"; wrong=1; }; }

listed cmake >"$scratch/expected"
sed -nE 's/^ *find_(package|library|path)\(([A-Za-z0-9_]+).*/\2/p' "$source/CMakeLists.txt" "$source/tests/CMakeLists.txt" | sort -u >"$scratch/found"
compare CMakeLists.txt

if readelf -d "$xq" | grep -qE 'lib(asan|tsan|ubsan)'; then echo "a sanitized program: its libraries are not compared"; exit $wrong; fi
listed soname >"$scratch/expected"
LC_ALL=C readelf -d "$xq" | sed -nE 's/.*\(NEEDED\).*\[(.*\.so).*\]/\1/p' | grep -v '^ld-linux' | sort -u >"$scratch/found"
compare "shared libraries of ${xq##*/}"

if [ -n "$linked" ]; then
  listed archive >"$scratch/expected"
  sort -u "$linked" >"$scratch/found"
  compare "static libraries of the portable program"
fi

# Each package has a licence.
[ "$(grep -c '^PackageName:' "$list")" = "$(grep -c '^PackageLicenseConcluded: [A-Z]*[a-z]*' "$list")" ] || { echo "a package without licence"; wrong=1; }
exit $wrong
