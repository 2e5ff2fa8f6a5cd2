# seq N | awk -f rook_games.awk - N games as PGN: from the start position without some of the pawns
# (never the one on e3: it stands between the kings), both left rooks come out and walk up and down
# their rank. Many positions, some of them shared.
function pawns(letter, set,   rank, file, bit) {
  for (file = 0; file < 5; ++file) {
    bit = int(set / 2 ^ file) % 2
    rank = rank (file ? "1" : "") (bit ? "1" : letter)
  }
  return rank
}
function squeeze(rank,   out, i, n, c) {
  n = 0
  for (i = 1; i <= length(rank); ++i) {
    c = substr(rank, i, 1)
    if (c == "1") { ++n } else { out = out (n ? n : "") c; n = 0 }
  }
  return out (n ? n : "")
}
function next_random() { state = (state * 1103515245 + 12345) % 2147483648; return int(state / 65536) }
{
  state = $1
  set = next_random() % 1024
  red_set = set % 32
  red_set -= int(red_set / 4) % 2 * 4
  printf "[FEN \"rnbakabnr/9/1c5c1/%s/9/9/%s/1C5C1/9/RNBAKABNR w - - 0 1\"]\n", squeeze(pawns("p", int(set / 32))), squeeze(pawns("P", red_set))
  result = $1 % 4 == 0 ? "*" : $1 % 4 == 1 ? "1-0" : $1 % 4 == 2 ? "0-1" : "1/2-1/2"
  printf "[Result \"%s\"]\n\n1. A0-A1 A9-A8\n", result
  red = black = 0
  for (round = 2; round <= 30; ++round) {
    red_to = (red + 1 + next_random() % 8) % 9
    black_to = (black + 1 + next_random() % 8) % 9
    printf "%d. %c1-%c1 %c8-%c8\n", round, 65 + red, 65 + red_to, 65 + black, 65 + black_to
    red = red_to; black = black_to
  }
  printf "%s\n\n", result
}
