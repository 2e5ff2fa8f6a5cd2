#!/usr/bin/env bash
# train_repeats.sh TRAIN_NETWORK XQ: a small network comes out the same again, with two threads,
# too, and from blocks made in two runs; another seed gives another; and the engine plays with it.
set -eu
train=$1 xq=$2
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
fail() { echo "train_repeats.sh: $1" >&2; exit 1; }
generate() { "$train" generate "$scratch/$1" --games 3 --nodes 60 "${@:2}" 2>/dev/null; }
small() { "$train" train "$scratch/$1.model" "$scratch/$2" --epochs 2 --held-out 3 "${@:3}" >"$scratch/$1.log"; }
generate one --blocks 6 -t 1
generate two --blocks 2 -t 2
generate two --blocks 6 -t 2
diff -r "$scratch/one" "$scratch/two" || fail "two threads or two runs give other positions"
generate other --blocks 1 --seed 2
! cmp -s "$scratch/one/1-00000.xqpos" "$scratch/other/2-00000.xqpos" || fail "the seed makes no difference"
small a one -t 1
small b two -t 2
cmp "$scratch/a.model" "$scratch/b.model" || fail "two threads learn something else"
"$train" pack "$scratch/a.xqnet" "$scratch/a.model" >/dev/null
printf 'setoption name EvalFile value %s\nsetoption name Evaluation value network\ngo nodes 500\nquit\n' "$scratch/a.xqnet" |
  "$xq" engine | grep -q '^bestmove [a-i]' || fail "the engine does not play with the network"
