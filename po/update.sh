#!/usr/bin/env bash
# update.sh XQ [OUT]: bring po/*.po up to date with the sources; needs xgettext and the xq that was built from them.
# With OUT, only write the template there: every text that can be translated.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
xq=$1
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT

# xgettext does not know calls with template arguments.
mkdir "$scratch/sources"
find libxq tools -name '*.?pp' | LC_ALL=C sort >"$scratch/files"
xargs -a "$scratch/files" cp --parents -t "$scratch/sources"
(cd "$scratch/sources" && xargs -a "$scratch/files" sed -i -E 's/make_error<[A-Za-z:]*>\(/make_error(/g')

xgettext --directory="$scratch/sources" --files-from="$scratch/files" --language=C++ --from-code=UTF-8 --add-comments=Translators \
  -k -klocalized -ktranslate -kto_translate -kin_context:1c,2 -kmake_error -ktalk -kprint_text -kcounted:2,3 \
  --package-name=xq --msgid-bugs-address=xq --no-wrap --sort-by-file -o "$scratch/code.pot"
sed 's/charset=CHARSET/charset=UTF-8/; /^"POT-Creation-Date/d' "$scratch/code.pot" >"$scratch/undated.pot"
mv "$scratch/undated.pot" "$scratch/code.pot"
{ sed '/^$/q' "$scratch/code.pot"; LC_ALL=C "$xq" --texts pot; } >"$scratch/tables.pot"
msgcat --use-first --no-wrap "$scratch/code.pot" "$scratch/tables.pot" -o "$scratch/xq.pot"

if [ $# -gt 1 ]; then cp "$scratch/xq.pot" "$2"; exit; fi
for language in zh_CN zh_TW; do
  msgmerge --quiet --no-fuzzy-matching --no-wrap --no-location --update --backup=none "po/$language.po" "$scratch/xq.pot"
  msgattrib --no-wrap --no-obsolete --no-location -o "po/$language.po" "po/$language.po"
  printf '%s: ' "$language"; msgfmt --statistics -o /dev/null "po/$language.po"
done
