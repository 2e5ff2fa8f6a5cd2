#!/usr/bin/env bash
# run_install.sh CMAKE SOURCE BUILD COMPILER SANITIZERS
set -eu
cmake=$1 source=$2 build=$3 compiler=$4 sanitizers=$5
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
fail() { echo "install test: $*" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$prefix" >"$scratch/log" || { cat "$scratch/log"; exit 1; }
xq=$prefix/bin/xq

# One binary, one link and one page for each tool that the overview lists.
mapfile -t tools < <("$xq" --help --all | sed -nE 's/^  ([a-z]+( [a-z-]+)?)  .*/\1/p' | grep -v '^help ')
[ ${#tools[@]} -ge 2 ] || fail "the overview lists ${#tools[@]} tools"
{ echo xq; echo xq-farm; for tool in "${tools[@]}"; do echo "xq-${tool%% *}"; done; } | sort -u >"$scratch/expected"
ls "$prefix/bin" | sort >"$scratch/found"
diff "$scratch/expected" "$scratch/found" || fail "bin/ is not as expected"
{ echo xq.1; echo xq-farm.1; for tool in "${tools[@]}"; do echo "xq-${tool// /-}.1"; echo "xq-${tool%% *}.1"; done; } | sort -u >"$scratch/expected"
ls "$prefix/share/man/man1" | sort >"$scratch/found"
diff "$scratch/expected" "$scratch/found" || fail "man1/ is not as expected"
for page in man5/xq-schema.5 {,zh_CN/,zh_TW/}man7/xq-{formats,rules,glossary}.7; do
  [ -s "$prefix/share/man/$page" ] || fail "share/man/$page is missing"
done
for tool in "${tools[@]}"; do
  link=$prefix/bin/xq-${tool%% *}
  rest=${tool#"${tool%% *}"}
  # shellcheck disable=SC2086 # the second word of a family's tool, or nothing
  diff <("$link" $rest --help) <("$xq" $tool --help) || fail "$link $rest --help"
done

# Exactly the headers of the source.
diff <(cd "$source/libxq/include" && find xq -name '*.hpp' | sort) <(cd "$prefix/include" && find xq -type f | sort) \
  || fail "include/ is not as expected"
for file in share/xq/game.xsd share/bash-completion/completions/xq share/zsh/site-functions/_xq share/fish/vendor_completions.d/xq.fish; do
  [ -s "$prefix/$file" ] || fail "$file is missing"
done
for folder in slurm parallel; do
  diff -r "$source/tools/farm/$folder" "$prefix/share/xq/$folder" || fail "share/xq/$folder is not the source's"
done
[ -x "$prefix/bin/xq-farm" ] || fail "xq-farm cannot be run"
bash -n "$prefix/share/bash-completion/completions/xq"
if [ "$(uname)" = Linux ]; then
  for file in applications/xq.desktop mime/packages/xq.xml icons/hicolor/scalable/apps/xq.svg; do
    [ -s "$prefix/share/$file" ] || fail "share/$file is missing"
  done
  ! command -v desktop-file-validate >/dev/null || desktop-file-validate "$prefix/share/applications/xq.desktop" || fail "xq.desktop is not valid"
  # Every file of ours is known by its name, and the databases by what they hold, too.
  if command -v update-mime-database >/dev/null; then
    cp -r "$prefix/share/mime" "$scratch/mime"
    update-mime-database "$scratch/mime" >"$scratch/log" 2>&1 || fail "xq.xml is not valid"
    for ending in xqf cbr cbl xqdb xqbook; do
      grep -q ":\*\.$ending\$" "$scratch/mime/globs" || fail "xq.xml does not know .$ending"
    done
    for kind in $(sed -n 's/^MimeType=//p' "$prefix/share/applications/xq.desktop" | tr ';' ' '); do
      [ "$kind" = application/vnd.chess-pgn ] || [ -e "$scratch/mime/$kind.xml" ] || fail "xq.desktop opens $kind, which xq.xml does not have"
    done
  fi
fi
[ "$(uname)" != Linux ] || for unit in xq-serve.service xq-serve.socket; do
  [ -s "$prefix/lib/systemd/system/$unit" ] || fail "lib/systemd/system/$unit is missing"
done

# No text that is installed knows where it was built.
! grep -rIlF -e "$source" -e "$build" "$prefix" || fail "installed files name the build's folders"

# What a package needs beside the program.
for file in LICENSE README.md README.zh-CN.md CHANGELOG.md docs/library.md data/README.md; do
  cmp "$source/$file" "$prefix/share/doc/xq/$file" || fail "share/doc/xq/$file is not the source's"
done

# The shared library has a version in its name and shows names of its own alone.
library=$prefix/lib/libxq.so
[[ $(readelf -d "$library") == *'SONAME'*'[libxq.so.'[0-9]*.[0-9]*']'* ]] || fail "libxq.so has no soname"
nm -D --defined-only "$library" | awk '{ print $3 }' | grep -vE '^(_Z[A-Z]*N[A-Z]*2xq|__)' && fail "libxq.so shows names of others"
# An internal function is hidden: it is in the object files, and declared in a source file only.
nm -DC --defined-only "$library" | grep -F 'xq::sqlite::game_migrations' && fail "libxq.so shows what no header declares"

# What is compiled here is found again in ccache, where there is one: as below one folder, whatever its name.
compile=("$compiler")
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$scratch CCACHE_NOHASHDIR=1
  compile=(ccache "$compiler")
fi
cp -r "$source/tests/install/consumer" "$scratch/consumer"
cd "$scratch"

# Other projects find it: by CMake, the shared library or the other one, and by pkg-config.
flags=; [ -z "$sanitizers" ] || flags=-fsanitize=$sanitizers
check_consumer() { # check_consumer HOW PROGRAM
  [ "$("$2")" = "h2e2 1920" ] || fail "the consumer by $1 says '$("$2")'"
}
for library in xq::xq xq::static; do
  folder=$scratch/consumer-${library##*:}
  "$cmake" -G Ninja -S "$scratch/consumer" -B "$folder" -DCMAKE_PREFIX_PATH="$prefix" -DXQ_LIBRARY="$library" \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$flags" >"$scratch/log" 2>&1 \
    && "$cmake" --build "$folder" >>"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the consumer of $library does not build"; }
  check_consumer "$library" "$folder/consumer"
done
ldd "$scratch/consumer-xq/consumer" | grep -qF "$prefix/lib/libxq.so." || fail "the consumer of xq::xq does not use libxq.so"
! ldd "$scratch/consumer-static/consumer" | grep -F libxq || fail "the consumer of xq::static uses libxq.so"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
# shellcheck disable=SC2046,SC2086 # lists of flags
"${compile[@]}" -std=c++20 $flags $(pkg-config --cflags xq) -c consumer/main.cpp -o consumer.o \
  && "$compiler" $flags consumer.o -o by_pkg_config $(pkg-config --libs xq) -Wl,-rpath,"$prefix/lib" || fail "the consumer by pkg-config does not build"
check_consumer pkg-config "$scratch/by_pkg_config"

# The project of docs/library.md, as it is installed, by CMake and by make.
example=$prefix/share/doc/xq/docs/examples/probe
(cd "$scratch" && "$xq" book build -q "$source/data/founding.pgn" -o book.xqbook)
start='rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'
check_probe() { # check_probe HOW PROGRAM
  [ "$("$2" "$scratch/book.xqbook" "$start")" = "炮二平五 h2e2 1 0 1 0" ] || fail "the example by $1 says '$("$2" "$scratch/book.xqbook" "$start")'"
  ! "$2" "$scratch/book.xqbook" 'rnbakabnr/9/1c5c1' 2>"$scratch/log" || fail "the example by $1 takes half a FEN"
  grep -q '^column [0-9]' "$scratch/log" || fail "the example by $1 says of half a FEN: $(cat "$scratch/log")"
}
"$cmake" -G Ninja -S "$example" -B "$scratch/probe" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_CXX_FLAGS="$flags" >"$scratch/log" 2>&1 && "$cmake" --build "$scratch/probe" >>"$scratch/log" 2>&1 \
  || { cat "$scratch/log"; fail "the example does not build by CMake"; }
check_probe CMake "$scratch/probe/probe"
make -C "$example" CXX="${compile[*]}" CXXFLAGS="$flags" >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the example does not build by make"; }
check_probe make "$example/probe"

# A program of many parts, by the one header of all.
# shellcheck disable=SC2046,SC2086 # lists of flags
"${compile[@]}" -std=c++20 $flags $(pkg-config --cflags xq) -c "$prefix/share/doc/xq/docs/examples/tour.cpp" -o tour.o \
  && "$compiler" $flags tour.o -o tour $(pkg-config --libs xq) -Wl,-rpath,"$prefix/lib" || fail "docs/examples/tour.cpp does not build"
mkdir "$scratch/tour.d" "$scratch/tour.d/games"
(cd "$scratch/tour.d" && cp "$source/data/founding.pgn" games && "$xq" book build -q games -o book.xqbook && "$xq" import -q games --db games.xqdb \
  && "$scratch/tour" >out && grep -q '^炮二平五 ' out) || fail "docs/examples/tour.cpp does not run"

# The project without its tests needs nothing of the tests.
"$cmake" -G Ninja -S "$source" -B "$scratch/untested" -DXQ_BUILD_TESTS=OFF -DCMAKE_DISABLE_FIND_PACKAGE_Catch2=ON \
  -DCMAKE_CXX_COMPILER="$compiler" >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "no build without Catch2"; }
! grep -i catch "$scratch/untested/CMakeCache.txt" | grep -v DISABLE || fail "-DXQ_BUILD_TESTS=OFF looks for Catch2"
