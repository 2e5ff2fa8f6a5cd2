#!/usr/bin/env bash
# build.sh BUILD: make all packages of the build of preset package in BUILD/packages, on Debian 12.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath "$1") packages=$(realpath "$1")/packages
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
rm -rf "$packages"; mkdir -p "$packages"

# pack FOLDER: FOLDER.tar.gz beside it, the same bytes for the same files.
pack() {
  tar -C "$packages" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -c "$(basename "$1")" | gzip -9n >"$1.tar.gz"
}

umask 022
(cd "$build" && cpack --config CPackConfig.cmake >packages.log 2>&1) || { cat "$build/packages.log" >&2; exit 3; }

# For every Linux: the same files, but the program has its libraries in it and OpenCC's dictionaries beside it.
folder=$packages/xq-$version-linux-x86_64
packaging/portable/link.sh "$build" "$build/portable/xq"
cmake --install "$build" --component tools --prefix "$folder" >/dev/null
install -m 755 "$build/portable/xq" "$folder/bin/xq"
cp README.md README.zh-CN.md LICENSE "$folder/" # at the top, for those who look into the archive; their links lead to share/doc/xq
sed -i -E 's#\]\((docs/|CHANGELOG)#](share/doc/xq/\1#g; s#\]\(data/README#](share/doc/xq/data/README#g' "$folder"/README*.md
mkdir -p "$folder/share/xq/opencc"
cp /usr/share/opencc/{s2tw,t2s}.json /usr/share/opencc/{STPhrases,STCharacters,TSPhrases,TSCharacters,TWVariants}.ocd2 "$folder/share/xq/opencc/"
mkdir -p "$folder/share/doc/xq/licences"
for package in libarchive13 libexpat1 libsqlite3-0 libfmt-dev libboost-program-options1.74-dev libopencc1.1 libopencc-data libmarisa-dev \
  libzstd-dev liblzma-dev libbz2-dev zlib1g-dev libstdc++-12-dev libc6-dev nlohmann-json3-dev libxxhash-dev rapidjson-dev; do
  for notice in "/usr/share/doc/$package/copyright" "/usr/share/doc/${package%%.*}/copyright"; do
    if [ -e "$notice" ]; then cp "$notice" "$folder/share/doc/xq/licences/$package"; break; fi
  done
done
pack "$folder"
rm -r "$folder"

# The source: what is in the last commit, or, outside of a checkout, what is here.
folder=$packages/xq-$version
mkdir "$folder"
if [ -e .git ]; then git archive HEAD; else tar -c --exclude=./build .; fi | tar -x -C "$folder"
pack "$folder"
rm -r "$folder"

# For Arch and Homebrew: where the source is published, XQ_SOURCE_URL.
sum=$(sha256sum <"$folder.tar.gz" | cut -d ' ' -f 1)
for template in packaging/arch/PKGBUILD.in packaging/homebrew/xq.rb.in; do
  sed -e "s|@VERSION@|$version|g; s|@SHA256@|$sum|g; s|@URL@|${XQ_SOURCE_URL:-file://$folder.tar.gz}|g" $template >"$packages/$(basename $template .in)"
done

(cd "$packages" && sha256sum -- *.deb *.tar.gz >SHA256SUMS && stat -c '%9s %n' -- *.deb *.tar.gz PKGBUILD xq.rb)
