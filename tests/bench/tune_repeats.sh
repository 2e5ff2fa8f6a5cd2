#!/usr/bin/env bash
# tune_repeats.sh TUNE_EVALUATION HEADER: a small tuning run gives the same file again, with two
# threads, too; another seed gives another; and it is the kind of file that is compiled in.
set -eu
tune=$1 header=$2
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
fail() { echo "tune_repeats.sh: $1" >&2; exit 1; }
small() { "$tune" "$scratch/$1.hpp" -n 20 --nodes 150 --labels 60 --epochs 5 "${@:2}" 2>"$scratch/$1.log"; }
small one -t 1
small two -t 2
small other -t 2 -s 2
cmp "$scratch/one.hpp" "$scratch/two.hpp" || fail "two threads give other weights than one"
cmp "$scratch/one.log" "$scratch/two.log" || fail "two threads give other losses than one"
! cmp -s "$scratch/one.hpp" "$scratch/other.hpp" || fail "the seed makes no difference"
! cmp -s "$scratch/one.hpp" "$header" || fail "nothing was tuned"
numbers() { sed 's/-\?[0-9]\+/N/g' "$1"; }
[ "$(numbers "$scratch/one.hpp")" = "$(numbers "$header")" ] || fail "not the form of $header"
