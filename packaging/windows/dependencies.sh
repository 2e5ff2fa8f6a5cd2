#!/usr/bin/env bash
# dependencies.sh PREFIX [LIBRARY...]: the libraries that xq.exe is linked with, made of Debian's source packages by Debian's mingw-w64:
# static libraries and headers in PREFIX/lib and PREFIX/include, licences in PREFIX/licences. Sources, logs and what is
# built on the way stay in PREFIX/build. A library is built again when its recipe below or the compiler changed; without PREFIX
# all is fetched again, with Debian's newest repairs.
# Needs: gcc, g++, g++-mingw-w64-x86-64-posix, cmake, ninja, dpkg-dev, tcl, opencc, libopencc-data,
# libboost-program-options-dev.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
prefix=$(realpath -m "$1") host=x86_64-w64-mingw32
jobs=${XQ_JOBS:-$(nproc)} mirror=${XQ_DEBIAN_MIRROR:-http://deb.debian.org}
mkdir -p "$prefix/build/stamps" "$prefix/lib" "$prefix/include" "$prefix/licences"; cd "$prefix/build"
cc=$host-gcc-posix cxx=$host-g++-posix
flags=(-O2 -DNDEBUG -ffunction-sections -fdata-sections -D_WIN32_WINNT=0x0A00 -Wa,-muse-unaligned-vector-move)
here_only=("-ffile-prefix-map=$prefix/build=.") # the same bytes wherever the prefix is
launcher=(); ! command -v ccache >/dev/null || launcher=(ccache)

say() { printf 'dependencies: %s\n' "$*" >&2; }

# SHA-256 of what the authors published: the same for as long as Debian 12 exists. Debian's own changes, with repairs of
# security, come with the newest version in its archive, which apt checks by Debian's signature.
declare -A tarballs=(
  [sqlite3]=aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655
  [expat]=ab00ee05c7067fd10a35c5d2a4922ebba746ddd50ff83b79c828da17bbdf1757
  [fmtlib]=84ce1c2d0be3a9863935137969dcec6970125caac032f82474640bfc81463583
  [boost1.74]=192f5df504d282cb81288f88232d8af45b64a9ab531e1c7cf8ae955f16f6bb28
  [zlib]=71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1
  [bzip2]=ab5a03176ee106d3f0fa90e381da478ddae405918153cca248e682cd0c4a2269
  [xz-utils]=5d9827aa1875b21c288f78864bb26d2650b436ea8d2cad364e4921eb6266a5a5
  [libzstd]=8cf4bbb65e77ec348d052c8d6230eba66d435bddf64c8b5be2fcb16880c19953
  [libarchive]=9e2c1b80d5fbe59b61308fdfab6c79b5021d7ff4ff2489fb12daf0a96a83551d
  [nlohmann-json3]=d69f9deb6a75e2580465c6c4c5111b89c4dc2fa94e3a85fcd2ffcd9a143d9273
  [xxhash]=3bb6b7d6f30c591dd65aaaff1c8b7a5b94d81687998ca9400082c739a690436c
  [catch2]=2f4fe284449cf17394350e027ae21958973a61b9161197d416e2dfca16167686
  [opencc]=2870b0af383fb47a899552713d73424ce5d5d9d7cb90e903d817eceac493c6f1
)

# apt LISTS COMMAND...: apt-get with source lists of its own, those of the system stay as they are.
apt() {
  local lists=$PWD/apt/$1; shift
  apt-get -qq -o "Dir::Etc::sourcelist=$lists.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$lists" \
    -o Dir::State::status=/dev/null -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User= "$@"
}

apt_lists() { # apt_lists NAME LINE...
  mkdir -p "apt/$1/partial"
  printf 'deb-src %s main\n' "${@:2}" >"apt/$1.list"
  apt "$1" update
}

# fetch PACKAGE: unpack its source to PACKAGE/ and write its version to PACKAGE.version.
fetch() {
  local package=$1 tarball
  [ ! -e "$package.version" ] || [ ! -d "$package" ] || return 0
  [ -e apt/complete ] || { apt_lists bookworm "$mirror/debian bookworm" "$mirror/debian bookworm-updates" "$mirror/debian-security bookworm-security"
    apt_lists trixie "$mirror/debian trixie"; touch apt/complete; }
  say "fetching $package"
  mkdir -p "sources/$package"
  rm -rf "$package"
  (
    cd "sources/$package" && rm -f ./*
    ln -sfn ../../apt apt
    case $package in
      # The sources of 1.1.6 differ in nothing that is used here; the dictionaries are those of Debian 12.
      opencc) apt trixie source --download-only --tar-only opencc ;;
      boost1.74) apt bookworm source --download-only --tar-only boost1.74 ;;
      *)
        # Mirrors do not always have the newest repairs at once.
        apt bookworm source --download-only "$package" 2>../log || { rm -f ./*.dsc ./*.xz ./*.gz
          say "$(tail -n 1 ../log)"; say "taking $package without its last repairs"; apt bookworm source --download-only "$package/bookworm"; } ;;
    esac
    for tarball in "$package"_*.orig.tar.??*; do
      [[ $tarball == *.asc ]] || echo "${tarballs[$package]}  $tarball" | sha256sum -c --quiet || { say "$tarball is not the file that was expected"; exit 3; }
    done
  )
  case $package in
    opencc) mkdir opencc; tar -xf sources/opencc/*.orig.tar.xz -C opencc --strip-components=1 ;;
    boost1.74) # 60 MB of which little is needed
      mkdir boost1.74
      tar -xf sources/boost1.74/*.orig.tar.xz -C boost1.74 --strip-components=1 --wildcards '*/libs/program_options/src/*' '*/LICENSE_1_0.txt' ;;
    *) dpkg-source --no-copy -q -x sources/"$package"/*.dsc "$package" >"$package.unpack" 2>&1 || { cat "$package.unpack" >&2; exit 3; } ;;
  esac
  tarball=$(cd "sources/$package" && ls -- *.dsc 2>/dev/null || ls -- *.orig.tar.xz)
  tarball=${tarball#*_}; tarball=${tarball%.dsc}
  echo "${tarball%.orig.tar.xz}" >"$package.version"
}

# compile LIBRARY OPTIONS... -- SOURCE...: a static library of them.
compile() {
  local library=$1 options=() source objects=() running=0; shift
  while [ "$1" != -- ]; do options+=("$1"); shift; done; shift
  rm -rf "objects/$library"; mkdir -p "objects/$library"
  for source; do
    objects+=("objects/$library/$(basename "$source").o")
    local compiler=$cc; [[ $source == *.c ]] || compiler=$cxx
    "${launcher[@]}" $compiler "${flags[@]}" "${here_only[@]}" -w "${options[@]}" -c "$source" -o "${objects[-1]}" &
    running=$((running + 1)); [ $running -lt "$jobs" ] || { wait -n; running=$((running - 1)); }
  done
  while [ $running -gt 0 ]; do wait -n; running=$((running - 1)); done
  rm -f "$prefix/lib/lib$library.a"
  $host-ar rcsD "$prefix/lib/lib$library.a" "${objects[@]}"
}

# by_cmake SOURCE OPTION...: build and install.
by_cmake() {
  local source=$1 with=(); shift
  [ ${#launcher[@]} -eq 0 ] || with=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  rm -rf "objects/${source%%/*}"
  cmake -S "$source" -B "objects/${source%%/*}" -G Ninja -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=x86_64 \
    -DCMAKE_C_COMPILER=$cc -DCMAKE_CXX_COMPILER=$cxx -DCMAKE_RC_COMPILER=$host-windres "${with[@]}" \
    -DCMAKE_FIND_ROOT_PATH="$prefix" -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY \
    -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_FLAGS="${flags[*]} ${here_only[*]} -w" -DCMAKE_CXX_FLAGS="${flags[*]} ${here_only[*]} -w" -DCMAKE_C_FLAGS_RELEASE= -DCMAKE_CXX_FLAGS_RELEASE= \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF "$@"
  cmake --build "objects/${source%%/*}" -j "$jobs"
  cmake --install "objects/${source%%/*}"
}

build_zlib() {
  compile z -Izlib -- zlib/{adler32,compress,crc32,deflate,gzclose,gzlib,gzread,gzwrite,infback,inffast,inflate,inftrees,trees,uncompr,zutil}.c
  cp zlib/{zlib,zconf}.h "$prefix/include/"
}

build_bzip2() {
  compile bz2 -- bzip2/{blocksort,huffman,crctable,randtable,compress,decompress,bzlib}.c
  cp bzip2/bzlib.h "$prefix/include/"
}

build_xz-utils() {
  by_cmake xz-utils -DBUILD_TESTING=OFF
}

build_libzstd() {
  compile zstd -DZSTD_MULTITHREAD=0 -DZSTD_DISABLE_ASM -DZSTD_LEGACY_SUPPORT=0 -DXXH_NAMESPACE=ZSTD_ -- libzstd/lib/{common,compress,decompress}/*.c
  cp libzstd/lib/{zstd,zstd_errors}.h "$prefix/include/"
}

# Not by its CMake files: those leave a value out that Debian's patches want.
build_expat() {
  mkdir -p objects/expat-config
  printf '#define %s\n' 'BYTEORDER 1234' 'XML_NS 1' 'XML_DTD 1' 'XML_GE 1' 'XML_CONTEXT_BYTES 1024' >objects/expat-config/expat_config.h
  compile expat -DXML_STATIC -Iobjects/expat-config -- expat/expat/lib/{xmlparse,xmlrole,xmltok}.c
  cp expat/expat/lib/{expat,expat_external}.h "$prefix/include/"
}

build_fmtlib() {
  by_cmake fmtlib -DFMT_TEST=OFF -DFMT_DOC=OFF
}

# Headers are those of the package libboost1.74-dev, which differ between no systems.
build_boost1.74() {
  rm -rf "$prefix/include/boost"; ln -s /usr/include/boost "$prefix/include/boost"
  compile boost_program_options -std=c++17 "-I$prefix/include" -- boost1.74/libs/program_options/src/*.cpp
}

# The part that libxq uses: reading zip, 7z, rar, tar and files that are compressed by themselves, and compressing.
build_libarchive() {
  local parts=(acl check_magic cryptor digest entry{,_copy_bhfi,_copy_stat,_link_resolver,_sparse,_stat,_strmode,_xattr} hmac options pack_dev
    blake2s{,p}_ref ppmd7 ppmd8 random rb read read_{add_passphrase,set_format,set_options} read_support_filter_{bzip2,gzip,none,program,xz,zstd}
    read_support_format_{7zip,empty,rar,rar5,raw,tar,zip} string string_sprintf util version_details virtual windows
    write write_add_filter_{gzip,none,xz,zstd} write_set_format_raw write_set_options)
  local sources=("${parts[@]/#/libarchive/libarchive/archive_}"); sources=("${sources[@]/%/.c}")
  compile archive -DLIBARCHIVE_STATIC -DLZMA_API_STATIC -D__USE_MINGW_ANSI_STDIO=1 "-DPLATFORM_CONFIG_H=\"$here/libarchive_config.h\"" \
    "-I$prefix/include" -Ilibarchive/libarchive -- "${sources[@]}" libarchive/libarchive/{filter_fork_windows,archive_cmdline}.c
  cp libarchive/libarchive/archive{,_entry}.h "$prefix/include/"
}

build_nlohmann-json3() {
  by_cmake nlohmann-json3 -DJSON_BuildTests=OFF -DJSON_MultipleHeaders=ON
}

build_catch2() {
  by_cmake catch2 -DCATCH_BUILD_TESTING=OFF -DCATCH_INSTALL_DOCS=OFF -DBUILD_TESTING=OFF
}

build_xxhash() {
  cp xxhash/xxhash.h "$prefix/include/"
}

# As Debian builds it. The many files become one by SQLite's own script; others may replace a database that is open.
build_sqlite3() {
  rm -rf objects/sqlite3-one; mkdir -p objects/sqlite3-one
  local source=$PWD/sqlite3
  (cd objects/sqlite3-one && "$source/configure" --disable-tcl --disable-readline --enable-fts4 --enable-fts5 && make sqlite3.c)
  compile sqlite3 -Iobjects/sqlite3-one -include "$here/share_delete.h" -DSQLITE_SECURE_DELETE -DSQLITE_ENABLE_COLUMN_METADATA -DSQLITE_ENABLE_FTS3 \
    -DSQLITE_ENABLE_FTS3_PARENTHESIS -DSQLITE_ENABLE_FTS4 -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE=1 -DSQLITE_SOUNDEX=1 \
    -DSQLITE_ENABLE_UNLOCK_NOTIFY -DSQLITE_OMIT_LOOKASIDE=1 -DSQLITE_ENABLE_DBSTAT_VTAB -DSQLITE_ALLOW_ROWID_IN_VIEW \
    -DSQLITE_ENABLE_LOAD_EXTENSION -DSQLITE_LIKE_DOESNT_MATCH_BLOBS -DSQLITE_THREADSAFE=1 -DSQLITE_ENABLE_FTS3_TOKENIZER=1 \
    -DSQLITE_USE_URI=1 -DSQLITE_MAX_SCHEMA_RETRY=25 -DSQLITE_ENABLE_PREUPDATE_HOOK -DSQLITE_ENABLE_SESSION -DSQLITE_ENABLE_STMTVTAB \
    -DSQLITE_MAX_VARIABLE_NUMBER=250000 -- objects/sqlite3-one/sqlite3.c
  cp objects/sqlite3-one/sqlite3.h sqlite3/src/sqlite3ext.h "$prefix/include/"
}

# Dictionaries as text, one value for each key: what conversion asks for.
build_opencc() {
  local name text=$PWD/objects/opencc-text
  rm -rf "$text"; mkdir -p "$text"
  for name in STPhrases STCharacters TSPhrases TSCharacters TWVariants; do
    opencc_dict -i "/usr/share/opencc/$name.ocd2" -f ocd2 -o "$text/$name.all" -t text >/dev/null
    sed 's/\(\t[^ ]*\) .*/\1/' "$text/$name.all" >"$text/$name.txt"
    rm "$text/$name.all"
  done
  compile opencc -std=c++17 -DOpencc_BUILT_AS_STATIC "-DXQ_OPENCC_DICTIONARIES=\"$text\"" -Iopencc/src -- \
    opencc/src/{Conversion,ConversionChain,Converter,Dict,DictEntry,DictGroup,Lexicon,MaxMatchSegmentation,Segmentation,TextDict,UTF8Util}.cpp \
    "$here/opencc/simple_converter.cpp"
  mkdir -p "$prefix/include/opencc"
  cp opencc/src/{SimpleConverter,Export}.hpp "$prefix/include/opencc/"
}

# Debian has no libiconv, and what Windows converts differs from what glibc does.
build_iconv() {
  mkdir -p objects
  g++ -O1 -std=c++17 "$here/iconv/make_tables.cpp" -o objects/make_tables
  objects/make_tables >objects/iconv.tables
  compile iconv -std=c++17 "-DXQ_ICONV_TABLES=\"$PWD/objects/iconv.tables\"" -- "$here/iconv/iconv.cpp"
  cp "$here/iconv/iconv.h" "$prefix/include/"
}

recipe() { # recipe NAME: what its library depends on
  cat "$1.version" 2>/dev/null || true
  echo "${flags[*]}"; $cxx --version | head -n 1
  declare -f "build_$1" compile by_cmake
  case $1 in
    opencc) cat "$here"/opencc/* /usr/share/opencc/*.ocd2 ;;
    iconv) cat "$here"/iconv/*; ldd --version | head -n 1 ;;
    sqlite3) cat "$here/share_delete.h" ;;
    libarchive) cat "$here/libarchive_config.h" zlib.version bzip2.version xz-utils.version libzstd.version ;;
  esac
}

[ $# -gt 1 ] || set -- "$1" zlib bzip2 xz-utils libzstd expat fmtlib boost1.74 nlohmann-json3 catch2 xxhash sqlite3 libarchive opencc iconv
for name in "${@:2}"; do
  [ $name = iconv ] || fetch $name
  sum=$(recipe $name | sha256sum | cut -d ' ' -f 1)
  [ "$(cat "stamps/$name" 2>/dev/null || true)" != "$sum" ] || continue
  say "building $name $(cat "$name.version" 2>/dev/null || true)"
  # Not `if build_$name`: bash would go on after the first command that fails.
  (set -e; "build_$name") >"$name.log" 2>&1 &
  wait $! || { tail -n 40 "$name.log" >&2; say "$name failed; all of it is in $prefix/build/$name.log"; exit 3; }
  [ ! -e "$name/debian/copyright" ] || cp "$name/debian/copyright" "$prefix/licences/$name"
  echo "$sum" >"stamps/$name"
done
# Of what is not a source package: OpenCC's dictionaries and its code have the same licence.
cp /usr/share/doc/libopencc-data/copyright "$prefix/licences/opencc"
[ ! -d boost1.74 ] || cp boost1.74/LICENSE_1_0.txt "$prefix/licences/boost"
cp /usr/share/doc/mingw-w64-common/copyright "$prefix/licences/mingw-w64"
cp /usr/share/doc/gcc-mingw-w64-base/copyright "$prefix/licences/gcc"
sed -n '/^License: Unicode/,$p' "$here/../debian/copyright" >"$prefix/licences/pinyin"
