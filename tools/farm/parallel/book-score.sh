#!/bin/bash
# book-score.sh SHARDS HOSTS BOOK OUT [OPTIONS OF XQ BOOK SCORE] - by GNU parallel, on hosts that share this folder.
#
#   book-score.sh 16 host1,host2,: book.xqbook judged.xqbook --min-games 5
#   book-score.sh 16 host1,host2,: judged.xqbook grown.xqbook --min-games 5 --expand 10000
#
# HOSTS as parallel --sshlogin takes them; : is this machine. The same command again goes on where it was.
set -eu
shards=${1:?number of shards} hosts=${2:?hosts} book=${3:?book} out=${4:?result}; shift 4
mkdir -p "$out.parts"
parallel -q --sshlogin "$hosts" --workdir "$PWD" --jobs 1 --retries 3 \
  "${XQ:-xq}" book score "$book" --shard "{}/$shards" -o "$out.parts/{}.xqdb" "$@" ::: $(seq "$shards")
"${XQ:-xq}" book score "$book" "$@" --merge "$out.parts"/*.xqdb -o "$out"
