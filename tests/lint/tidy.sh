#!/usr/bin/env bash
# tidy.sh OUT [FOLDER...]: clang-tidy on every source below FOLDER (default: all of the project's).
# The sources of a folder are checked as one translation unit, since most of the time goes into the standard library's
# headers: the whole tree takes minutes instead of an hour. Files that cannot stand in one unit (two helpers of one
# name in anonymous namespaces) are divided into smaller units. Findings: OUT/UNIT.log. -Wshadow is
# left to the builds: in one unit a local name may be that of a variable of another file. What is
# for Windows alone needs the headers of Windows and is left out.
set -u
cd "$(dirname "$0")/../.."
out=$1; shift
[ $# -gt 0 ] || set -- libxq tools tests docs
mkdir -p "$out"; rm -f "$out"/*.log
export out
export flags="-std=c++20 -fconstexpr-steps=50000000 -I$PWD/libxq/include -I$PWD/libxq/src -I$PWD/tools -I$PWD/tests -D_GLIBCXX_ASSERTIONS
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual
  -DXQ_VERSION=\"0\" -DXQ_REVISION=\"r\" -DXQ_COMPILER=\"c\" -DXQ_ARCHITECTURE=\"a\" -DXQ_IS_NATIVE=0 -DXQ_SOURCE_DIR=\"\" -DXQ_SHARED_DATA=\"\" -DXQ_TEST_CHILD=\"\""

# check NAME FILE...: as one unit, or in halves until they fit.
check() {
  local name=$1; shift
  local includes=() file half
  for file; do includes+=(-include "$PWD/$file"); done
  : >"$out/$name.cpp"
  # shellcheck disable=SC2086 # flags without spaces
  if [ $# -gt 1 ] && ! clang++ -fsyntax-only -w $flags "${includes[@]}" "$out/$name.cpp" 2>/dev/null; then
    half=$((($# + 1) / 2))
    local status=0
    check "$name-a" "${@:1:half}" || status=1
    check "$name-b" "${@:half+1}" || status=1
    return $status
  fi
  # shellcheck disable=SC2086
  clang-tidy --quiet --config-file=.clang-tidy --checks=-bugprone-suspicious-include "$out/$name.cpp" -- $flags "${includes[@]}" >"$out/$name.log" 2>&1
  [ $? -eq 0 ] || { grep -E 'warning:|error:' "$out/$name.log" | sed "s|$PWD/||" | sort -u; return 1; }
}
export -f check

# One line a unit: its name, and up to 8 sources of one folder.
find "$@" -name '*.cpp' -not -path '*/windows/*' | sort | awk '
  { folder = $0; sub("/[^/]*$", "", folder); gsub("/", "_", folder)
    number = count[folder]++; unit = folder "-" int(number / 8); files[unit] = files[unit] " " $0 }
  END { for (unit in files) print unit files[unit] }' | sort |
  xargs -P "${JOBS:-$(nproc)}" -I '{}' bash -c 'check {}'
