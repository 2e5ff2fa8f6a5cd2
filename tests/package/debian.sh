#!/usr/bin/env bash
# debian.sh PACKAGES SOURCE ROOTS [OLDER]: install, upgrade and remove the Debian packages in a bare Debian 12, and run the
# archive for every Linux in a bare Debian 11. PACKAGES is what packaging/build.sh made; OLDER has the Debian packages to
# upgrade from (without it these, with a smaller version number). Root filesystems are kept in ROOTS. Exit 77: skipped.
set -euo pipefail
packages=$1 source=$2 roots=$3 older=${4:-}
. "$(dirname "$0")/bare.bash"
compgen -G "$packages/xq_*.deb" >/dev/null || skip "no packages in $packages: ./run package"

# bring_documents ROOT: what the documents are compared with.
bring_documents() {
  mkdir -p "$1/srv/source/tests/cli" "$1/srv/packages"
  cp -r "$source/data" "$source/docs" "$1/srv/source/"
  cp "$source"/*.md "$1/srv/source/"
  cp "$source"/tests/cli/{run_document.sh,compare.bash} "$1/srv/source/tests/cli/"
}

# What both programs are asked, in an empty folder: encodings (iconv), the scripts (OpenCC), Chinese, SQLite, the engine.
questions='
  mkdir -p /srv/answers; cd /srv/answers; data=/srv/source/data
  xq --version >/dev/null
  for file in games.pgn games.big5.pgn games.gb18030.pgn games.xml; do xq verify $data/$file; done >verify 2>&1
  xq convert --to pgn --traditional $data/games.pgn | gzip -n >traditional.pgn.gz
  xq convert --to-encoding gb18030 $data/games.big5.pgn >gb18030.pgn
  xq verify traditional.pgn.gz >>verify
  xq --lang zh_CN verify $data/founding.pgn >chinese
  xq import $data/games.pgn --db games.xqdb 2>import
  xq book build --db games.xqdb -o book.xqbook 2>>import
  xq book probe book.xqbook startpos >probe
  xq annotate $data/founding.pgn --nodes 2000 -o annotated.pgn --report report.html 2>/dev/null
  grep -q 局 chinese'

bare_root bookworm; root=$scratch/bookworm
bring_documents "$root"
said "a bare Debian $(cat "$root/etc/debian_version")"
cp "$packages"/*.deb "$root/srv/packages/"
if [ -n "$older" ]; then
  mkdir "$root/srv/older"; cp "$older"/*.deb "$root/srv/older/"
else
  mkdir "$root/srv/older"
  for package in "$packages"/xq_*.deb "$packages"/libxq[0-9]*.deb; do
    dpkg-deb -R "$package" "$scratch/older"
    sed -i 's/^Version: .*/Version: 0.0.1-1/' "$scratch/older/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$scratch/older" "$root/srv/older/$(basename "$package")" >/dev/null
    rm -r "$scratch/older"
  done
fi
in_root "$root" 'apt-get -qq update' || skip "apt reaches no Debian 12"
in_root "$root" 'apt-get -qq install -y --no-install-recommends /srv/older/xq_*.deb /srv/older/libxq[0-9]*.deb' >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "the older packages cannot be installed"; }
said "installed $(in_root "$root" "dpkg-query -Wf '\${Package} \${Version}, ' xq 'libxq*'")"
in_root "$root" "$questions" || fail "a command fails in Debian 12"
said "first commands run"
before=$(cd "$root/srv/answers" && sha256sum games.xqdb book.xqbook)

in_root "$root" 'apt-get -qq install -y --no-install-recommends sqlite3 /srv/packages/xq_*.deb /srv/packages/libxq[0-9]*.deb' >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "no upgrade"; }
versions=$(in_root "$root" "dpkg-query -Wf '\${Version}\n' xq 'libxq*' | sort -u")
[ "$versions" = "$(dpkg-deb -f "$packages"/xq_*.deb Version)" ] || fail "after the upgrade the versions are $versions"
[ "$(cd "$root/srv/answers" && sha256sum games.xqdb book.xqbook)" = "$before" ] || fail "the upgrade changed a database"
in_root "$root" 'cd /srv/answers; xq import /srv/source/data/games.pgn --db games.xqdb 2>&1 | grep -q ": 0 games added"; xq book probe book.xqbook startpos | cmp - probe' \
  || fail "databases of the older version are not read"
said "upgraded to $versions, databases kept"

for page in usr/share/man/man1/xq.1.gz usr/share/man/zh_CN/man1/xq.1.gz usr/share/man/zh_TW/man1/xq.1.gz usr/bin/xq-farm usr/share/xq/slurm/book-score.sbatch usr/share/xq/parallel/annotate.sh usr/share/bash-completion/completions/xq \
  usr/lib/systemd/system/xq-serve.service usr/lib/systemd/system/xq-serve.socket; do
  [ -s "$root/$page" ] || fail "the package has no $page"
done
cd "$source"
for document in README.md README.zh-CN.md docs/tour.md docs/tour.zh-CN.md; do
  [ -e "$document" ] || continue
  language=
  case $document in *.zh-CN.md) language='unset LC_ALL; export LC_CTYPE=C.UTF-8 LC_MESSAGES=zh_CN.UTF-8;' ;; esac # as tests/CMakeLists.txt
  in_root "$root" "$language bash /srv/source/tests/cli/run_document.sh /srv/source/$document /srv/source" || fail "$document does not hold with the package"
  said "$document holds"
done

if [ "${XQ_PACKAGE_COMPILE:-1}" = 1 ]; then
  cp "$source/tests/install/consumer/main.cpp" "$root/srv/"
  in_root "$root" 'apt-get -qq install -y --no-install-recommends /srv/packages/libxq-dev_*.deb g++ pkg-config >/dev/null 2>&1
    g++ -std=c++20 /srv/main.cpp -o /srv/consumer $(pkg-config --cflags --libs xq)
    [ "$(/srv/consumer)" = "h2e2 1920" ]' || fail "no program can be built with libxq-dev"
  said "a program built with libxq-dev runs"
fi

in_root "$root" 'dpkg -L $(dpkg-query -Wf "\${Package} " xq "libxq*") | sort -u | while read -r path; do [ -d "$path" ] || echo "$path"; done >/srv/files; [ $(wc -l </srv/files) -gt 100 ]
  apt-get -qq purge -y xq "libxq*" >/dev/null 2>&1; while read -r path; do [ ! -e "$path" ] || { echo "left: $path"; exit 1; }; done </srv/files' || fail "removing leaves files"
[ -s "$root/srv/answers/games.xqdb" ] || fail "removing removed a database"
said "removed, databases kept"

bare_root bullseye; old=$scratch/bullseye
bring_documents "$old"
mkdir -p "$old/srv/some where"
tar -xf "$packages"/xq-*-linux-x86_64.tar.gz -C "$old/srv/some where" --strip-components=1
in_root "$old" "export PATH=\"/srv/some where/bin:\$PATH\"; ! command -v sqlite3; $questions" || fail "a command of the archive fails in Debian 11"
said "the archive runs in Debian $(cat "$old/etc/debian_version")"
# Another version of SQLite may lay out its pages in another way; everything else is equal.
for answer in "$root"/srv/answers/*; do
  case $answer in *.xqdb | *.xqbook) continue ;; esac
  cmp "$answer" "$old/srv/answers/$(basename "$answer")" || fail "the archive answers otherwise than the package: $(basename "$answer")"
done
said "the same answers as the package's"
