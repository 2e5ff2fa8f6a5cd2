#!/usr/bin/env bash
# data/make.sh - make the sample archive anew: founding.pgn and 300 games that the engine plays
# against itself, in three encodings of PGN and in XML. Needs a build (./run build) and opencc
# (traditional characters, which Big5 needs). The games change whenever the engine does.
set -euo pipefail
cd "$(dirname "$0")"
xq=${XQ:-../build/release/bin/xq}

"$xq" match -q -n 300 --nodes 3000 --seed 2026 --opening-plies 10 --event 'xq self-play' --site 'xq' \
  -o selfplay.pgn
"$xq" convert founding.pgn selfplay.pgn -o sample.pgn
rm selfplay.pgn
"$xq" convert sample.pgn --to-encoding gb18030 -o sample.gb18030.pgn
opencc -c s2t -i sample.pgn | "$xq" convert - --notation traditional --to-encoding big5 -o sample.big5.pgn
"$xq" convert sample.pgn -o sample.xml
