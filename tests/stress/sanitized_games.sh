#!/usr/bin/env bash
# sanitized_games.sh SANITIZERS [GAMES [NODES [THREADS [SEED]]]]: build engine_games and the part of
# the library that it needs with these sanitizers, in a folder of its own, and play. For example:
#
#   tests/stress/sanitized_games.sh address,undefined 10000
#   tests/stress/sanitized_games.sh thread 300 400 2
#
# CXX chooses the compiler, BUILD keeps the objects in that folder.
set -eu
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
sanitizers=$1; shift
root=$(cd "$(dirname "$0")/../.." && pwd)
if [ -n "${BUILD:-}" ]; then
  mkdir -p "$BUILD"
else
  BUILD=$(mktemp -d); trap 'rm -rf "$BUILD"' EXIT
fi
flags="-std=c++20 -O1 -g -fno-omit-frame-pointer -fsanitize=$sanitizers -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS"
cd "$BUILD"
for source in "$root"/libxq/src/base/{problem,text/text}.cpp "$root"/libxq/src/board/*.cpp \
  "$root"/libxq/src/engine/{,*/}*.cpp "$root"/tests/stress/engine_games.cpp; do
  printf '%s\0' "$source"
done | xargs -0 -P "$(nproc)" -I{} sh -c \
  "${CXX:-c++} $flags -I '$root/libxq/include' -I '$root/libxq/src' -c '{}' -o \$(basename '{}' .cpp).o"
# shellcheck disable=SC2086 # the flags are several words
${CXX:-c++} $flags ./*.o -lfmt -lpthread -o games
./games "$@"
