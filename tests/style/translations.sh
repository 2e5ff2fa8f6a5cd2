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
# What OpenCC makes of simplified texts, and words of the mainland, where Taiwan has others.
awk -F'\t' '$2 ~ /運行|映象|合並|註釋|生成|保存|指令稿|臺機|標頭|查找/ { print "po/zh_TW.po: a word that is not used in Taiwan\n  " $2; wrong = 1 } END { exit wrong }' "$scratch/zh_TW.tsv" || wrong=1
# An example of the two scripts needs both.
for language in zh_CN zh_TW; do
  awk -F'\t' -v file="po/$language.po" '($1 ~ /胡榮華/ && $2 !~ /胡榮華/) || ($1 ~ /胡荣华/ && $2 !~ /胡荣华/) { print file ": a name lost its script\n  " $2; wrong = 1 } END { exit wrong }' "$scratch/$language.tsv" || wrong=1
done
exit $wrong
