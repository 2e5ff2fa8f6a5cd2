#!/usr/bin/env bash
# link.sh BUILD OUT: link the objects in BUILD (preset package, on Debian 12) to a program OUT that needs glibc 2.31 (Debian 11)
# or later and nothing else: other libraries are in it, glibc is that of Debian 11. What is fetched from Debian
# and compiled for it stays in BUILD/portable. OUT.archives has the names of the static libraries.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(realpath "$1") out=$(realpath -m "$2")
jobs=${XQ_JOBS:-$(nproc)} mirror=${XQ_DEBIAN_MIRROR:-http://deb.debian.org/debian}
mkdir -p "$build/portable"; cd "$build/portable"

# fetch SUITE KIND COMMAND...: apt-get with lists of its own, those of the system stay as they are.
fetch() {
  local suite=$1 kind=$2 options; shift 2
  mkdir -p "apt/$suite-$kind/partial"
  echo "$kind $mirror $suite main" >"apt/$suite-$kind.list"
  options=(-qq -o "Dir::Etc::sourcelist=$PWD/apt/$suite-$kind.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$PWD/apt/$suite-$kind"
    -o Dir::State::status=/dev/null -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=)
  apt-get "${options[@]}" update
  apt-get "${options[@]}" "$@"
}

if [ ! -e sysroot/complete ]; then
  rm -rf sysroot; mkdir -p sysroot
  fetch bullseye deb download libc6 libc6-dev libgcc-10-dev
  for package in libc6_*.deb libc6-dev_*.deb libgcc-10-dev_*.deb; do dpkg-deb -x "$package" sysroot; done
  ln -sf ../lib/x86_64-linux-gnu/ld-2.31.so sysroot/lib64/ld-linux-x86-64.so.2 # an absolute link leads out of the folder
  touch sysroot/complete
fi

# Debian 12 has no static library of these. OpenCC is of Debian 13: the sources of 1.1.6 differ in nothing that is used here.
if [ ! -e lib/complete ]; then
  rm -rf lib libarchive; mkdir lib
  fetch bookworm deb-src source --download-only --tar-only fmtlib libarchive
  fetch trixie deb-src source --download-only --tar-only opencc
  for name in fmtlib libarchive opencc; do
    mkdir -p "$name-source"; tar -xf "$name"_*.orig.tar.?z -C "$name-source" --strip-components=1
  done
  compile() { # compile NAME OPTIONS... -- SOURCE...
    local name=$1 options=() source objects=(); shift
    while [ "$1" != -- ]; do options+=("$1"); shift; done; shift
    for source; do
      objects+=("lib/$name-$(basename "$source" .cpp).o")
      g++ -std=c++17 -O2 -DNDEBUG -w "${options[@]}" -c "$source" -o "${objects[-1]}"
    done
    ar rcD "lib/lib$name.a" "${objects[@]}"
  }
  compile fmt -Ifmtlib-source/include -- fmtlib-source/src/format.cc fmtlib-source/src/os.cc
  sources=opencc-source/src; rm -f $sources/*Test.cpp $sources/py_opencc.cpp $sources/Darts*.cpp $sources/BinaryDict.cpp $sources/CmdLineOutput.*
  echo '#pragma once' >$sources/opencc_config.h # without Darts, the older kind of dictionaries
  compile opencc -DOpencc_BUILT_AS_STATIC '-DPKGDATADIR="/usr/share/opencc/"' '-DVERSION="1.1.9"' -- $sources/*.cpp
  off=(NETTLE OPENSSL MBEDTLS LIBXML2 EXPAT LZ4 LZO ACL XATTR TEST TAR CPIO CAT LIBB2 WERROR)
  cmake -S libarchive-source -B libarchive -G Ninja -DCMAKE_BUILD_TYPE=Release $(printf -- "-DENABLE_%s=OFF " "${off[@]}") >libarchive.log 2>&1 || { cat libarchive.log >&2; exit 3; }
  cmake --build libarchive -j "$jobs" --target archive_static >>libarchive.log 2>&1 || { tail -n 30 libarchive.log >&2; exit 3; }
  cp libarchive/libarchive/libarchive.a lib/
  # The unwinder of GCC 12 wants glibc 2.35, that of GCC 10 does not; nothing else is taken from GCC 10.
  cp sysroot/usr/lib/gcc/x86_64-linux-gnu/10/libgcc_eh.a lib/
  touch lib/complete
fi

gcc -O2 -c "$here/glibc.c" -o glibc.o
system=/usr/lib/x86_64-linux-gnu runtime=sysroot/lib/x86_64-linux-gnu
g++ --sysroot="$PWD/sysroot" -Bsysroot/usr/lib/x86_64-linux-gnu/ -Lsysroot/usr/lib/x86_64-linux-gnu -Llib -static-libstdc++ -static-libgcc \
  -o "$out" "$build/tools/CMakeFiles/xq_tool.dir/main.cpp.o" "$build/tools/libxq_cli.a" "$build/libxq/libxq.a" glibc.o \
  lib/libopencc.a $system/libmarisa.a lib/libfmt.a $system/libboost_program_options.a $system/libsqlite3.a $system/libexpat.a \
  lib/libarchive.a $system/libz.a $system/libzstd.a $system/liblzma.a $system/libbz2.a \
  $runtime/libpthread.so.0 $runtime/libdl.so.2 $runtime/libm.so.6 \
  -Wl,-z,relro,-z,now,--gc-sections,--strip-all,-Map="$out.map"
sed -nE 's/^.*\/(lib[^/()]+\.a)\(.*/\1/p' "$out.map" | grep -vE '^libxq(_cli)?\.a$' | sort -u >"$out.archives"
rm "$out.map"

needs=$(objdump -T "$out" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1)
[ "$(printf '%s\n' GLIBC_2.31 "$needs" | sort -V | tail -n 1)" = GLIBC_2.31 ] || { echo "link.sh: $out needs $needs" >&2; exit 1; }
if LC_ALL=C readelf -d "$out" | grep NEEDED | grep -vE 'lib(c|m|pthread|dl)\.so|ld-linux'; then echo "link.sh: $out needs these" >&2; exit 1; fi
