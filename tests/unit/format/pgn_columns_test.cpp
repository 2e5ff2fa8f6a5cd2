#include "base/text/text.hpp"
#include "support/games.hpp"

#include <xq/format/format.hpp>

using namespace xq;

TEST_CASE("lines of moves break between words before column 80", "[pgn]") {
  auto game = support::game(std::string{start_fen},
                            "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8");
  for (record::NodeId id = 1; id < 13; ++id) {
    game.add_comment(id, "一二三四五六七八九十");
    game.add_nag(id, 1);
  }
  game.add_move(1, Move{make_square(1, 9), make_square(2, 7)}); // a variation
  std::string text;
  format::make_writer("pgn", {})->game(text, game);
  INFO(text);
  std::size_t widest = 0;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    widest = std::max(widest, display_width(line));
  }
  CHECK(widest <= 80);
  CHECK(widest > 50); // but not needlessly
}

TEST_CASE("a long comment is not broken", "[pgn]") {
  auto game = support::game(std::string{start_fen}, "h2e2 h9g7");
  const std::string comment(300, 'x');
  game.add_comment(1, comment);
  std::string text;
  format::make_writer("pgn", {})->game(text, game);
  CHECK(text.find("\n{" + comment + "}\n1... ") != std::string::npos);
}
