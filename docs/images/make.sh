#!/usr/bin/env bash
# docs/images/make.sh - make the pictures of the documents anew: a game of the report, problems and a session of `xq play`, in
# English and Chinese, and, where the reference archive is, the page of `xq serve`. Needs xq in the PATH, chromium,
# chromium-driver, python3-selenium, pngquant, python3 and a font with Chinese (fonts-wqy-microhei).
set -euo pipefail
cd "$(dirname "$0")"
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT

shoot() { # shoot URL WIDTH HEIGHT OUT: 64 colours are enough
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 --window-size="$2,$3" \
    --screenshot="$scratch/shot.png" "$1" >/dev/null 2>&1
  pngquant --force --strip --output "$4" 64 "$scratch/shot.png"
}

for page in tour tour.zh-CN; do python3 tour.py "../$page.md" >"$page.svg"; done # needs none of this; a test compares them
for language in en zh_CN; do
  suffix=${language/en/}; suffix=${suffix:+.zh-CN}
  if [ $language = en ]; then hint=hint; else hint=提示; fi
  xq annotate -q --lang $language ../../data/founding.pgn --nodes 100000 -o "$scratch/$language.pgn" --report "$scratch/$language.html"
  shoot "file://$scratch/$language.html#g1-19" 1180 1150 "report$suffix.png"
  printf '%s\n' 炮二平五 马二进三 车一平二 $hint | xq play --lang $language --nodes 20000 --level 8 --color always 2>&1 |
    tail -n 17 | python3 terminal.py >"$scratch/play.html"
  shoot "file://$scratch/play.html" 600 402 "play$suffix.png"
done
cat >"$scratch/problems.pgn" <<'END'
[Title "缺一着（红先胜）"]
[FEN "5ab2/2Nkan3/9/p4N2p/4P1b2/2p6/P2Cc4/9/4A4/1cBA1K3 w - - 0 1"]

1. c8d6 e8d7 *

[Title "不是三步（红先三步杀）"]
[FEN "3c1c2R/R8/b2k2nNC/6p2/1n5r1/9/9/9/3p1p3/4K4 w - - 0 1"]

*
END
for language in en zh_CN; do
  suffix=${language/en/}; suffix=${suffix:+.zh-CN}
  xq solve -q --lang $language "$scratch/problems.pgn" --report "$scratch/problems.html" >"$scratch/answers"
  shoot "file://$scratch/problems.html" 860 650 "problems$suffix.png"
done
archive=../../../shared/data/ccpd/ccpd.big5.pgn.xz
if [ -f $archive ]; then
  xq convert -q $archive -o "$scratch/games.pgn" 2>"$scratch/messages" || true # some of its games have no king
  /usr/bin/python3 serve.py . "$scratch/games.pgn"
fi
ls -l ./*.png
