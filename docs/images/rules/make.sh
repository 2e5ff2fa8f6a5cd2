#!/usr/bin/env bash
# docs/images/rules/make.sh - make the diagrams of docs/rules.md anew from diagrams.tsv. Needs xq in the PATH.
set -euo pipefail
cd "$(dirname "$0")"
rm -f ./*.svg
while IFS=$'\t' read -r name _ _ fen _; do
  xq position --svg "$fen" >"$name.svg"
done < <(grep -v '^#' diagrams.tsv)
du -bc ./*.svg | tail -n 1
