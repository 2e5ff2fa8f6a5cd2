#!/bin/bash
# annotate.sh SHARDS HOSTS GAMES OUT [OPTIONS OF XQ ANNOTATE] - by GNU parallel, on hosts that share this folder.
#
#   annotate.sh 16 host1,host2,: games.pgn annotated.pgn --nodes 500000
#
# HOSTS as parallel --sshlogin takes them; : is this machine. The same command again goes on where it was.
set -eu
shards=${1:?number of shards} hosts=${2:?hosts} games=${3:?games} out=${4:?result}; shift 4
mkdir -p "$out.parts"
parallel -q --sshlogin "$hosts" --workdir "$PWD" --jobs 1 --retries 3 \
  "${XQ:-xq}" annotate "$games" --shard "{}/$shards" -o "$out.parts/{}.xqdb" "$@" ::: $(seq "$shards")
"${XQ:-xq}" annotate --merge "$out.parts"/*.xqdb -o "$out"
