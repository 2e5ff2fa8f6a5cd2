#!/usr/bin/env bash
# links.sh ROOT - every relative link in a document of ROOT leads to a file, with #heading to a heading of it; every page
# below docs/ is linked from docs/README.md; every picture below docs/images/ is shown somewhere and is below 150 kB.
set -u
cd "$1" || exit
wrong=0
complain() { printf '%s\n' "$*" >&2; wrong=1; }

# Headings as the forges name them: lower case, blanks as -, no punctuation.
anchors() {
  grep -E '^#+ ' "$1" | sed -E 's/^#+ +//' | tr 'A-Z ' 'a-z-' | sed -E 's/[]`.,:;!?()“”"'\''\/*&+=|[，。：；！？（）、《》]//g'
}

mapfile -t documents < <(find . \( -name build -o -name .git \) -prune -o -name '*.md' -print | sed 's,^\./,,' | LC_ALL=C sort)
links=0
for document in "${documents[@]}"; do
  folder=.; [[ $document != */* ]] || folder=${document%/*}
  # Blocks of commands are not links: [ and ( stand there for other things.
  while IFS= read -r target; do
    case $target in http://* | https://* | mailto:*) continue ;; esac
    links=$((links + 1))
    file=${target%%#*} heading=
    [[ $target != *'#'* ]] || heading=${target#*#}
    case $file in
      '') path=$document ;;
      *) path=$folder/$file ;;
    esac
    if [ ! -e "$path" ]; then
      complain "$document: link to $target: no such file"
    elif [ -n "$heading" ] && ! anchors "$path" | grep -qxF -- "$heading"; then
      complain "$document: link to $target: no such heading in $path"
    fi
  done < <(grep -v '^    ' "$document" | grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\(//; s/\)$//')
done
[ $links -ge 20 ] || complain "only $links links were found: is this test looking at the right place?"

index=docs/README.md
for document in "${documents[@]}"; do
  case $document in "$index" | [!d]*) continue ;; data/*) continue ;; esac
  grep -qF "(${document#docs/})" "$index" || complain "$index: no link to ${document#docs/}"
done
for picture in docs/images/*.png docs/images/*.svg docs/images/*/*.svg; do
  [ -e "$picture" ] || continue
  grep -qF "$picture" ./*.md || grep -qrF "${picture#docs/}" docs --include='*.md' || complain "$picture: shown nowhere"
  [ "$(wc -c <"$picture")" -lt 150000 ] || complain "$picture: more than 150 kB"
done
exit $wrong
