#!/usr/bin/env bash
# package.sh BUILD DEPENDENCIES: BUILD/xq-VERSION-windows-x64.zip of the program that the preset windows has built, with pages,
# sample games and licences. The same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=$(realpath "$1") dependencies=$(realpath "$2")
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=xq-$version-windows-x64 folder=$build/package/xq-$version-windows-x64
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
rm -rf "$build/package"; mkdir -p "$folder"

x86_64-w64-mingw32-strip -o "$build/xq.exe" "$build/bin/xq.exe"
cp "$build/xq.exe" "$folder/"

# Notepad before Windows 10 1809 wants CRLF, and a mark to see UTF-8.
text() { # text FROM TO
  { printf '\xef\xbb\xbf'; sed -e "s/@VERSION@/$version/" -e 's/$/\r/' "$1"; } >"$folder/$2"
}
text packaging/windows/README.txt README.txt
text packaging/windows/README.zh-CN.txt 说明.txt
text LICENSE LICENSE.txt
packaging/windows/pages.py . "$folder/docs"
mkdir "$folder/data" "$folder/licences"
cp data/*.pgn data/games.xml "$folder/data/"

# Of what is linked: not of the tests' library.
for notice in "$dependencies"/licences/*; do
  [ "${notice##*/}" = catch2 ] || text "$notice" "licences/${notice##*/}.txt"
done
# Those that the notices above refer to.
for licence in GPL-2 GPL-3 LGPL-2 LGPL-2.1 Apache-2.0 Artistic; do
  if grep -qrE "common-licenses/$licence\b" "$folder/licences"; then text "/usr/share/common-licenses/$licence" "licences/common-$licence.txt"; fi
done

python3 - "$folder" "$build/$name.zip" <<'END'
import os, sys, time, zipfile
folder, path = sys.argv[1:]
when = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
names = sorted(os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive: # names beyond ASCII are marked as UTF-8
    for name in names:
        with open(name, "rb") as file:
            archive.writestr(zipfile.ZipInfo(os.path.relpath(name, os.path.dirname(folder)), when), file.read(), zipfile.ZIP_DEFLATED, 9)
END
rm -rf "$build/package"
cd "$build" && sha256sum "$name.zip" >"$name.zip.sha256"
