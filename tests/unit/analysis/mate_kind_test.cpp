// Names of mates against positions that were published under these names, and some that were
// published as not being one.

#include "analysis/puzzle/mate_kind.hpp"
#include "board/turned_position.hpp"
#include "support/catch.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace xq;
using analysis::kinds_of_mate;
using analysis::Theme;

namespace {

struct Example {
  std::string_view fen;
  std::string_view moves; ///< from there; the last one mates
};

struct Line {
  Position start;
  std::vector<Move> moves;
};

Line line_of(const Example& example) {
  Line out{read_fen(example.fen).value().position, {}};
  Position p = out.start;
  std::string_view rest = example.moves;
  while (!rest.empty()) {
    const auto word = rest.substr(0, 4);
    rest.remove_prefix(std::min<std::size_t>(5, rest.size()));
    out.moves.push_back(notation::read_move(p, word, notation::Style::uci).value());
    p.do_move(out.moves.back());
  }
  return out;
}

std::string names(const analysis::ThemeSet& set) {
  std::string out;
  for (const Theme theme : set.list()) {
    out += std::string{info(theme).name} + ' ';
  }
  return out;
}

analysis::ThemeSet kinds(const Example& example) {
  const Line line = line_of(example);
  return kinds_of_mate(line.start, line.moves);
}

} // namespace

TEST_CASE("mates have the names under which they were published") {
  using enum Theme;
  struct Published {
    Theme theme;
    Example example;
  };
  const Published published[]{
      {white_faced_general, {"3k5/9/9/9/9/9/9/9/9/R3K4 w", "a0d0"}},
      {double_cannon, {"3aka3/9/9/9/4C4/5C3/9/9/9/3K5 w", "f4e4"}},
      {double_cannon, {"3ak3C/4a4/9/9/7C1/9/9/9/9/3K5 w", "h5h9"}},
      {smothered_cannon, {"4ka3/4a4/9/9/9/9/9/7C1/4A4/4K4 w", "h2h9"}},
      {smothered_cannon, {"9/4a4/4ka3/9/9/9/9/7C1/4A4/4K4 w", "h2h7"}},
      {smothered, {"3aka3/4n4/9/3R5/9/9/9/9/9/3K5 w", "d6d9"}},
      {smothered, {"3aka3/4n4/9/5N3/9/9/9/9/9/3K5 w", "f6d7"}},
      {smothered, {"3aka3/4n4/9/5N3/9/9/9/9/9/3K5 w", "f6g8"}},
      {smothered, {"3aka3/3Pn4/2N6/9/9/9/9/9/9/3K5 w", "d8d9"}},
      {iron_bolt, {"2bak4/4a4/4b4/4CR3/9/9/9/9/9/5K3 w", "f6f9"}},
      {iron_bolt, {"2bak4/4a4/4b4/4CR3/5R3/9/9/9/9/4K4 w", "f6f9"}},
      {iron_bolt, {"2bak4/3Pa4/2N1b4/4C4/9/9/9/9/9/5K3 w", "d8d9"}},
      {iron_bolt, {"2bak2r1/4a4/4b4/4CR3/5R3/9/9/9/9/5K3 w", "f6f9 h9f9 f5f9"}},
      {heaven_earth_cannons, {"1Cbak4/4a2R1/4b4/4C4/9/3R5/9/9/9/5K3 w", "h8e8"}},
      {heaven_earth_cannons, {"1Cbak4/4a2R1/4b4/4C4/9/3R5/9/9/9/5K3 w", "d4d9"}},
      {heaven_earth_cannons, {"1Cbak4/3Pa4/4b4/4C4/9/9/9/9/9/5K3 w", "d8d9"}},
      {heaven_earth_cannons, {"1Cbak4/4aP3/4b4/4C4/9/9/9/9/9/5K3 w", "f8e8"}},
      {double_rooks, {"3a1k3/4a4/9/6R2/7R1/9/9/9/9/4K4 w", "g6g9 f9f8 h5h8 f8f7 g9g7"}},
      {double_rooks, {"9/3k5/9/6R2/6R2/9/9/5A3/4A4/5K3 w", "g6d6 d8e8 g5e5 e8f8 d6f6"}},
      {double_rooks, {"3a1k3/4a1R2/9/9/7R1/9/9/5A3/4A4/5K3 w", "h5h9"}},
      {sandwiched_rook, {"3k1a3/C3a4/1RC6/9/9/9/9/9/9/4K4 w", "b7b9 d9d8 c7c8 d8d7 b9b7"}},
      {sandwiched_rook, {"3k1a3/C1C1a4/1R7/9/9/9/9/9/9/4K4 w", "b7b9"}},
      {sandwiched_rook, {"C2k1ab2/1CR1a4/4b4/9/9/9/9/9/9/4K4 w", "b8b9"}},
      {elbow_horse, {"3aka3/9/9/7N1/9/2R6/9/9/4A4/3AK4 w", "h6g8 e9e8 c4c8"}},
      {elbow_horse, {"3ak4/4a4/9/7N1/9/2R6/9/9/4A4/3AK4 w", "h6g8 e9f9 c4f4 e8f7 f4f7"}},
      {elbow_horse, {"3aka3/3P5/9/7N1/9/9/9/9/4A2C1/3AK4 w", "h6g8"}},
      {elbow_horse, {"4ka3/2P6/9/2N4N1/9/9/9/9/4A2C1/3AK4 w", "h6g8 e9d9 c8d8"}},
      {palcorner_horse, {"2baka3/9/4b4/7N1/9/1R7/9/9/9/4K4 w", "h6f7 e9e8 b4b8"}},
      {palcorner_horse, {"2baka3/1P7/4b4/7N1/9/9/C8/9/9/4K4 w", "h6f7 e9e8 a3a8"}},
      {palcorner_horse, {"2baka3/4n4/4b4/7N1/9/9/9/9/9/4K4 w", "h6f7"}},
      {octagonal_horse, {"3a1k3/4a4/3N1P3/9/9/6r2/9/9/9/4K4 w", "f7f8"}},
      {angler_horse, {"4k4/5R3/6N2/9/9/9/9/9/9/3K5 w", "f8f9"}},
      {angler_horse, {"4k1P2/9/6N2/9/9/9/9/9/9/3K5 w", "g9f9"}},
      {angler_horse, {"5k3/9/9/1R7/7N1/9/9/9/9/3K5 w", "h5g7 f9e9 b6b9"}},
      {angler_horse, {"3aka3/5R3/6N2/9/9/9/9/9/9/3K5 w", "f8f9"}},
      {tiger, {"3a1k3/4a4/7R1/6N2/9/9/9/9/9/4K4 w", "h7h9"}},
      {tiger, {"3a5/4ak3/6R2/6N2/9/9/9/9/9/4K4 w", "g7g8 f8f9 g8g9"}},
      {tiger, {"3a5/4ak3/6R2/6N2/9/9/9/9/9/4K4 w", "g7g8 f8f7 g8f8"}},
      {spring_horse, {"3a1k3/4a1R2/6N2/9/9/9/9/9/9/3K5 w", "g8e8"}},
      {spring_horse, {"3a2P2/4ak3/6R2/6N2/9/9/9/9/9/3K5 w", "g7e7"}},
      {spring_horse, {"3a5/4a1RN1/5k3/9/9/9/9/9/9/3K5 w", "g8e8"}},
      {horse_cannon, {"3a1k3/9/3a1N3/7C1/9/9/9/9/9/4K4 w", "h6f6"}},
      {horse_cannon, {"3a5/5k3/3a5/5N3/7C1/9/9/9/9/4K4 w", "h5f5"}},
      {horse_cannon, {"3a5/9/3k1N3/9/7C1/9/9/9/9/4K4 w", "h5h7"}},
      {horse_cannon, {"3a5/9/3k5/9/3N5/2C3c2/9/9/9/4K4 w", "c4d4"}},
      {double_horses, {"2baka3/9/2N1b4/7N1/9/9/9/9/9/4K4 w", "h6f7"}},
      {throat_cut, {"2b1ka3/1R2a4/4b4/4C1R2/9/9/9/9/9/4K4 w", "b8e8 f9e8 g6g9"}},
      {small_throat_cut, {"2b1ka3/3Pa4/4b4/4C1R2/9/9/9/9/9/4K4 w", "d8e8 f9e8 g6g9"}},
      {two_ghosts, {"4kabC1/3PaP3/4b4/9/9/9/9/4B4/9/3K5 w", "d8e8"}},
      {two_ghosts, {"4ka3/3P1P3/4b4/9/9/9/9/9/3p2p2/5K3 w", "f8f9"}},
      {two_ghosts, {"4k4/3PaP3/9/9/9/9/9/9/4A4/5K3 w", "f8e8"}},
      {centre_pawn, {"3k5/4P4/9/9/9/9/2R6/9/9/4K4 w", "c3c9"}},
      {two_cups, {"2b1ka3/4a4/4b4/6C2/9/6B2/9/6C2/9/3K5 w", "g6g9 e7g9 g2g9"}},
      {two_cups, {"4kab2/4a4/4b4/9/9/6B2/6C2/6C2/9/3K5 w", "g3g9 e7g9 g2g9"}},
      {stalemate, {"3k5/9/9/9/9/4R4/9/9/9/5K3 w", "e4e8"}},
      {buddha, {"9/9/3k5/9/3P5/9/9/9/3R5/4K4 w", "d5d6 d7d8 d6d7 d8d9 d7d8"}},
  };
  for (const Published& row : published) {
    INFO(row.example.fen << ' ' << row.example.moves);
    const auto found = kinds(row.example);
    INFO("found: " << names(found));
    CHECK(found.contains(row.theme));
  }
}

TEST_CASE("what only looks like a kind of mate is none") {
  using enum Theme;
  struct Other {
    Theme theme;
    Example example;
  };
  const Other others[]{
      // the king has a way out, or the check can be met
      {smothered_cannon, {"3k1a3/4a4/9/9/9/9/9/7C1/4A4/4K4 w", "h2h9"}},
      {smothered, {"3aka3/3Pn4/9/9/9/9/9/9/9/4K4 w", "d8d9"}},
      {iron_bolt, {"3aka3/3Pn4/9/9/9/9/9/9/9/4K4 w", "d8d9"}},
      {horse_cannon, {"3a5/9/3k1N3/9/7C1/6c2/9/9/9/4K4 w", "h5h7"}},
      // the cannon on the back rank is not needed
      {heaven_earth_cannons, {"1Cbak4/4aP3/4b4/4C4/9/9/9/9/9/5K3 w", "f8f9"}},
      {iron_bolt, {"1Cbak4/4a2R1/4b4/4C4/9/3R5/9/9/9/5K3 w", "h8e8"}},
      {smothered_cannon, {"3aka3/9/9/9/4C4/5C3/9/9/9/3K5 w", "f4e4"}},
      {double_rooks, {"4k4/3PaP3/4R4/9/9/9/9/9/9/4K4 w", "e7e8"}},
      {two_ghosts, {"4kab2/3PaP3/9/4R4/9/9/9/9/4p1p2/5K3 w", "f8e8 f9e8 e6e8"}},
      {angler_horse, {"3a1k3/4a4/7R1/6N2/9/9/9/9/9/4K4 w", "h7h9"}},
      {elbow_horse, {"4k4/5R3/6N2/9/9/9/9/9/9/3K5 w", "f8f9"}},
      {palcorner_horse, {"3a1k3/4a4/3N1P3/9/9/6r2/9/9/9/4K4 w", "f7f8"}},
      // the pawns guard the rook, too
      {white_faced_general, {"4k4/3PaP3/4R4/9/9/9/9/9/9/4K4 w", "e7e8"}},
      {white_faced_general, {"3a1k3/9/3a1N3/7C1/9/9/9/9/9/4K4 w", "h6f6"}},
      {double_horses, {"2baka3/4n4/4b4/7N1/9/9/9/9/9/4K4 w", "h6f7"}},
      {stalemate, {"4k4/3PaP3/4R4/9/9/9/9/9/9/4K4 w", "e7e8"}},
  };
  for (const Other& row : others) {
    INFO(row.example.fen << ' ' << row.example.moves << ' ' << info(row.theme).name);
    CHECK_FALSE(kinds(row.example).contains(row.theme));
  }
}

TEST_CASE("names of mates are the same for both colours and from left and right") {
  for (const Example& example : {Example{"1Cbak4/4a2R1/4b4/4C4/9/3R5/9/9/9/5K3 w", "h8e8"},
                                 Example{"2baka3/9/4b4/7N1/9/1R7/9/9/9/4K4 w", "h6f7 e9e8 b4b8"},
                                 Example{"3a1k3/4a1R2/6N2/9/9/9/9/9/9/3K5 w", "g8e8"}}) {
    const Line line = line_of(example);
    const auto expected = kinds_of_mate(line.start, line.moves);
    std::vector<Move> turned_moves;
    std::vector<Move> mirrored;
    for (const Move m : line.moves) {
      turned_moves.push_back(turned(m));
      mirrored.push_back(mirror(m));
    }
    CHECK(kinds_of_mate(turned_position(line.start), turned_moves) == expected);
    CHECK(kinds_of_mate(line.start.mirrored(), mirrored) == expected);
  }
}
