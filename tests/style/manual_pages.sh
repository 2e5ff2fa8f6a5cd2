#!/usr/bin/env bash
# manual_pages.sh XQ: man(1) shows every page, in each language, without a complaint of troff, and breaks the lines of
# paragraphs, Chinese ones too (commands that are kept as they are may be longer). Exit 77: no man(1).
set -eu
man --version >/dev/null 2>&1 || exit 77
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
"$1" --generate "$scratch"
wrong=0

# by_man PAGE: as a reader sees it.
by_man() {
  if ! MANWIDTH=80 timeout 20 man --warnings=w -l "$1" >"$scratch/shown" 2>"$scratch/complaints" || [ -s "$scratch/complaints" ]; then
    echo "${1#"$scratch"/}: $(head -n 1 "$scratch/complaints" | grep . || echo "not shown within 20 s")"; wrong=1
  fi
  longest=$(wc -L <"$scratch/shown")
  [ "$longest" -le 120 ] || { echo "${1#"$scratch"/}: a line of $longest columns"; wrong=1; }
}

# together MACROS PAGE...: what man(1) runs, once for all of them instead of six programs a page. Where that finds something,
# man(1) itself names the page.
together() {
  local macros=$1; shift
  # shellcheck disable=SC2086 # words
  preconv -e UTF-8 "$@" | tbl | groff -mtty-char -mandoc $macros -Tutf8 -rLL=80n -ww 2>"$scratch/complaints" | col -b -p -x >"$scratch/shown" &&
    [ ! -s "$scratch/complaints" ] && [ "$(wc -L <"$scratch/shown")" -le 120 ] && [ "$(grep -ci '^xq.*([157]).*([157])$' "$scratch/shown")" -ge $# ]
}

export LC_ALL=C.UTF-8
for folder in "$scratch"/man[157] "$scratch"/man/*/man[157]; do
  pages=("$folder"/*.[157])
  [ -e "${pages[0]}" ] || { echo "${folder#"$scratch"/}: no pages"; wrong=1; continue; }
  by_man "${pages[0]}"
  macros=; [[ $folder != */man/*/* ]] || macros=-mzh
  together "$macros" "${pages[@]}" || for page in "${pages[@]}"; do by_man "$page"; done
done
exit $wrong
