#!/usr/bin/env bash
# translations.sh XQ: the catalogues in po/ have every text of the sources and no other, each translated, with the same
# values ({}, {:.1f}), line ends and option names as the English text. Exit 77: no gettext.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
for program in xgettext msgfmt msgcat msgcmp; do command -v $program >/dev/null || exit 77; done
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
po/update.sh "$1" "$scratch/xq.pot"
wrong=0
for language in zh_CN zh_TW; do
  msgcmp "po/$language.po" "$scratch/xq.pot" || { echo "po/$language.po is not complete: cmake --build BUILD --target translations, then translate"; wrong=1; }
  msgfmt --check-format -o /dev/null "po/$language.po" || wrong=1
  # One entry a line: English TAB translation.
  msgcat --no-wrap "po/$language.po" | awk '
    /^msgid "/ { id = substr($0, 8, length($0) - 8); at = 1 }
    /^msgid_plural "/ { at = 0 }
    /^msgstr/ { sub(/^msgstr(\[0\])? "/, ""); text = substr($0, 1, length($0) - 1); at = 2 }
    /^"/ { part = substr($0, 2, length($0) - 2); if (at == 1) id = id part; else if (at == 2) text = text part }
    /^$/ { if (id != "") print id "\t" text; id = text = ""; at = 0 }
    END { if (id != "") print id "\t" text }' >"$scratch/$language.tsv"
  awk -F'\t' -v file="po/$language.po" '
    # The values of a format in the order of their use, without numbers of places: "{:.1f} {1}" -> ":.1f|".
    function values(text,    list, n, i, out, value) {
      gsub(/\{\{|\}\}/, "", text); n = 0
      while (match(text, /\{[0-9]*(:[^{}]*(\{[^{}]*\})?)?\}/)) {
        value = substr(text, RSTART + 1, RLENGTH - 2); sub(/^[0-9]+/, "", value)
        list[++n] = value; text = substr(text, RSTART + RLENGTH)
      }
      asort_(list, n); out = n ":"
      for (i = 1; i <= n; ++i) out = out list[i] "|"
      return out
    }
    function asort_(list, n,    i, j, t) {
      for (i = 2; i <= n; ++i) for (j = i; j > 1 && list[j - 1] > list[j]; --j) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
    }
    function options(text,    n, list, i, j, t, out) {
      n = 0
      while (match(text, /--[a-z][-a-z]*/)) { list[++n] = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH) }
      asort_(list, n); out = ""
      for (i = 1; i <= n; ++i) if (i == 1 || list[i] != list[i - 1]) out = out list[i] " "
      return out
    }
    function ends(text,    n) { n = gsub(/\\n/, "", text); return n }
    function complain(what) { printf "%s: other %s\n  %s\n  %s\n", file, what, $1, $2; wrong = 1 }
    values($1) != values($2) { complain("values") }
    options($1) != options($2) { complain("options") }
    ends($1) != ends($2) { complain("line ends") }
    ($1 ~ /\\n$/) != ($2 ~ /\\n$/) { complain("line end at the end") }
    END { exit wrong }' "$scratch/$language.tsv" || wrong=1
done
# Words that the glossary rejects: in the catalogues, the texts of pages and, of simplified Chinese, the documents.
awk -F' *[|] *' '/^## Words that are not used/ { on = 1 } on && ($2 == "zh_CN" || $2 == "zh_TW") { print $2 "\t" $3 "\t" $4 "\t" $5 }' docs/glossary.md >"$scratch/rejected.tsv"
[ "$(wc -l <"$scratch/rejected.tsv")" -gt 40 ] || { echo "docs/glossary.md: no table of words that are not used"; wrong=1; }
rejected_in() { # rejected_in LANGUAGE FILE... - lines with a word of the table
  awk -F'\t' -v language="$1" '
    FNR == NR { if ($1 == language) { word[++n] = $2; but[n] = $3; instead[n] = $4 } next }
    { for (i = 1; i <= n; ++i) {
        text = $0; if (but[i] != "") gsub(but[i], "", text)
        if (index(text, word[i])) { printf "%s: %s, for which docs/glossary.md has %s\n  %s\n", FILENAME, word[i], instead[i], $0; wrong = 1 } } }
    END { exit wrong }' "$scratch/rejected.tsv" "${@:2}"
}
for language in zh_CN zh_TW; do cut -f 2 "$scratch/$language.tsv" >"$scratch/$language.po"; done
rejected_in zh_CN "$scratch/zh_CN.po" libxq/src/render/web/texts_zh_hans.js README.zh-CN.md docs/*.zh-CN.md docs/guides/*.zh-CN.md docs/formats/*.zh-CN.md || wrong=1
rejected_in zh_TW "$scratch/zh_TW.po" libxq/src/render/web/texts_zh_hant.js || wrong=1
# `xq: ` begins messages in every language: scripts look for it.
awk -F'\t' '($1 ~ /^xq: /) != ($2 ~ /^xq: /) || $2 ~ /^xq：/ { print "a message begins with other than \"xq: \"\n  " $2; wrong = 1 } END { exit wrong }' "$scratch"/zh_*.tsv || wrong=1
# The Chinese page on findings says what the catalogue says.
awk -F'\t' 'FNR == NR { text = $1; gsub(/\\"/, "\"", text); meaning[text] = $2; gsub(/\\"/, "\"", meaning[text]); next }
  FILENAME ~ /problems.md$/ && /^[|] `/ { split($0, cell, / *[|] */); english[cell[2]] = cell[4]; next }
  /^[|] `/ { split($0, cell, / *[|] */); ++seen[cell[2]]
    if (meaning[english[cell[2]]] != cell[4]) { print FILENAME ": " cell[2] " is \"" meaning[english[cell[2]]] "\""; wrong = 1 } }
  END { for (code in english) if (seen[code] != 1) { print "docs/problems.zh-CN.md: no row " code; wrong = 1 } exit wrong }' \
  "$scratch/zh_CN.tsv" docs/problems.md docs/problems.zh-CN.md || wrong=1
# An example of the two scripts needs both.
for language in zh_CN zh_TW; do
  awk -F'\t' -v file="po/$language.po" '($1 ~ /胡榮華/ && $2 !~ /胡榮華/) || ($1 ~ /胡荣华/ && $2 !~ /胡荣华/) { print file ": a name lost its script\n  " $2; wrong = 1 } END { exit wrong }' "$scratch/$language.tsv" || wrong=1
done
exit $wrong
