#!/bin/bash
# book-build.sh HOSTS FOLDER OUT [OPTIONS OF XQ BOOK BUILD] - by GNU parallel, on hosts that share this folder.
#
#   book-build.sh host1,host2,: archive book.xqbook --max-ply 40
#
# A shard is a file or folder in FOLDER, and each must have a game. HOSTS as parallel --sshlogin takes them; : is this
# machine. No --min-games here: xq book merge book.xqbook -o small.xqbook --min-games 2.
set -eu
hosts=${1:?hosts} archive=${2:?folder with games} out=${3:?result}; shift 3
rm -rf "$out.parts"; mkdir "$out.parts"
ls "$archive" | parallel -q --sshlogin "$hosts" --workdir "$PWD" --jobs 1 --retries 3 \
  "${XQ:-xq}" book build "$archive/{}" -o "$out.parts/{}.xqbook" "$@"
"${XQ:-xq}" book merge "$out.parts"/*.xqbook -o "$out"
