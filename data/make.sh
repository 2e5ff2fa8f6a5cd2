#!/usr/bin/env bash
# data/make.sh - make the sample archive anew: founding.pgn and 300 games that the engine plays
# against itself, in three encodings of PGN and in XML. Needs a build (./run build) and opencc
# (traditional characters, which Big5 needs). The games change whenever the engine does.
set -euo pipefail
cd "$(dirname "$0")"
xq=${XQ:-../build/release/bin/xq}

"$xq" match -q -n 300 --nodes 3000 --seed 2026 --opening-plies 10 --event 'xq self-play' --site 'xq' \
  -o selfplay.pgn
"$xq" convert founding.pgn selfplay.pgn -o games.pgn
rm selfplay.pgn
"$xq" convert games.pgn --to-encoding gb18030 -o games.gb18030.pgn
opencc -c s2t -i games.pgn | "$xq" convert - --notation traditional --to-encoding big5 -o games.big5.pgn
"$xq" convert games.pgn -o games.xml

# old.pgn: an archive as it comes: GB18030, a slip in game 1 (车三进六 for 车二进六), its date in words, the game there
# once more with the player's name in the other script, and a result that contradicts the header.
{
  sed -e 's/^5. 车二进六/5. 车三进六/' founding.pgn
  sed -e '1,/^1\/2-1\/2$/!d' founding.pgn | sed -e 's/1998\.12\.??/1998年12月/' -e 's/徐天红/徐天紅/' -e 's,^1/2-1/2$,1-0,'
} | iconv -f utf-8 -t gb18030 >old.pgn
