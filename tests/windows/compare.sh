#!/usr/bin/env bash
# compare.sh LINUX-XQ WINDOWS-XQ GAMES [FOLDER]: the same commands with the program for Linux and with that for Windows under wine
# (the wrapper build/windows/tests/bin/xq), on the same files: what they write must be the same, byte for byte, of databases row for
# row. Prints the seconds of both.
set -u
declare -A programs=([linux]=$(realpath "$1") [windows]=$(realpath "$2"))
games=$(realpath "$3"); folder=${4:-$(mktemp -d)}
mkdir -p "$folder/linux" "$folder/windows"
export LC_ALL=C.UTF-8 TZ=UTC
wrong=0

# run NAME COMMAND...: by both; `xq` stands for the program. What they print is compared, too.
run() {
  local name=$1 system begin; shift
  local -A seconds
  for system in linux windows; do
    begin=$(date +%s%N)
    (cd "$folder/$system" && xq() { "${programs[$system]}" "$@"; } && "$@") >"$folder/$system/$name.out" 2>"$folder/$system/$name.err" </dev/null
    echo "$?" >"$folder/$system/$name.status"
    seconds[$system]=$((($(date +%s%N) - begin) / 1000000))
  done
  local same="the same"
  for part in out err status; do
    cmp -s "$folder/linux/$name.$part" "$folder/windows/$name.$part" || { same="OTHER $part"; wrong=1; }
  done
  awk -v name="$name" -v linux="${seconds[linux]}" -v windows="${seconds[windows]}" -v same="$same" \
    'BEGIN { printf "%-28s %8.2f %8.2f  %s\n", name, linux / 1000, windows / 1000, same }'
}

same_bytes() {
  local file
  for file; do
    if cmp "$folder/linux/$file" "$folder/windows/$file"; then echo "    $file: the same $(stat -c %s "$folder/linux/$file") bytes"; else wrong=1; fi
  done
}

# Times of the import are in the rows of the journal alone.
same_rows() {
  local system
  for system in linux windows; do
    sqlite3 "$folder/$system/$1" .dump | sed -E "s/'[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+Z?'/TIME/g" | sha256sum >"$folder/$system/$1.rows"
  done
  if cmp "$folder/linux/$1.rows" "$folder/windows/$1.rows"; then
    echo "    $1: the same rows ($(sqlite3 "$folder/linux/$1" 'SELECT count(*) FROM game') games)"
  else
    wrong=1
  fi
}

archive=${games##*/}
for system in linux windows; do ln -sfn "$games" "$folder/$system/$archive"; done
printf '%-28s %8s %8s\n' '' 'Linux s' 'wine s'
run verify xq verify -q "$archive"
run convert-uci xq convert "$archive" --to uci -o games.uci
run convert-xml xq convert "$archive" -o games.xml
run convert-gb18030 xq convert "$archive" --to-encoding gb18030 -o games.gb18030.pgn
same_bytes games.uci games.xml games.gb18030.pgn
run import xq import "$archive" --db games.xqdb
same_rows games.xqdb
run export xq export --db games.xqdb -o exported.pgn
same_bytes exported.pgn
run book-build xq book build "$archive" -o book.xqbook
run book-build-small-memory xq book build "$archive" --memory 16M -o small.xqbook
same_bytes book.xqbook small.xqbook
run annotate-5-games xq annotate "$archive" --limit 5 --nodes 20000 -o annotated.pgn --report annotated.html
same_bytes annotated.pgn annotated.html
[ $# -gt 3 ] || rm -rf "$folder"
exit $wrong
