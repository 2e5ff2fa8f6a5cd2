#!/usr/bin/env bash
# icon.sh DRAWING.svg ICON.ico: the drawing in the sizes that Windows shows.
set -euo pipefail
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
for size in 16 20 24 32 48 64 256; do rsvg-convert -w $size -h $size "$1" -o "$scratch/$size.png"; done
# The largest stays a PNG, as Windows has it since Vista.
icotool -c -o "$2" "$scratch"/{16,20,24,32,48,64}.png --raw="$scratch/256.png"
