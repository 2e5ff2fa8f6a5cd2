#!/usr/bin/env bash
# manual_pages.sh XQ: man(1) shows every page, in each language, without a complaint of troff, and breaks the lines of
# paragraphs, Chinese ones too (commands that are kept as they are may be longer). Exit 77: no man(1).
set -eu
man --version >/dev/null 2>&1 || exit 77
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
"$1" --generate "$scratch"
wrong=0
while IFS= read -r page; do
  if ! LC_ALL=C.UTF-8 MANWIDTH=80 timeout 20 man --warnings=w -l "$page" >"$scratch/shown" 2>"$scratch/complaints" || [ -s "$scratch/complaints" ]; then
    echo "${page#"$scratch"/}: $(head -n 1 "$scratch/complaints" | grep . || echo "not shown within 20 s")"; wrong=1
  fi
  longest=$(LC_ALL=C.UTF-8 wc -L <"$scratch/shown")
  [ "$longest" -le 120 ] || { echo "${page#"$scratch"/}: a line of $longest columns"; wrong=1; }
done < <(find "$scratch" -path '*/man*/*.[157]' | sort)
exit $wrong
