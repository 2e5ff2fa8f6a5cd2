#!/usr/bin/env bash
# lto.sh SOURCE BUILD COMPILER: with -flto in CXXFLAGS, as distributions build, the network inside the library still links: its bytes
# come by assembler text, which has no place in what -flto compiles. (The preset `lto` builds everything so.)
set -eu
source=$1 build=$2 compiler=$3
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
[ -s "$source/data/network.xqnet" ] || { echo "skipped: there is no data/network.xqnet"; exit 77; }

# Its own command, with CXXFLAGS where CMake puts them, and without a header that was precompiled with other ones.
command=$(jq -r '.[] | select(.file | endswith("/embedded_network.cpp")) | .command' "$build/compile_commands.json" \
  | sed -E 's/ -Winvalid-pch -include [^ ]*//; s/ -M[DTF]( [^ -][^ ]*)?//g; s/ -o [^ ]*//; s/^.* (-DFMT)/\1/')
[ -n "$command" ] || { echo "no command for embedded_network.cpp"; exit 1; }
eval "$compiler -flto $command -o '$scratch/embedded_network.o'"
cat >"$scratch/main.cpp" <<'END'
#include <xq/engine/engine.hpp>
int main() { return xq::engine::embedded_network() ? 0 : 1; }
END
# In parts as a large program is, so that the text and who uses it come apart.
# shellcheck disable=SC2046 # a list of flags
"$compiler" -std=c++20 -O2 -flto=auto -flto-partition=max -I"$source/libxq/include" "$scratch/main.cpp" "$scratch/embedded_network.o" "$build"/libxq/libxq.a \
  $(pkg-config --libs fmt sqlite3 expat libarchive zlib opencc) -pthread -o "$scratch/main"
"$scratch/main"
