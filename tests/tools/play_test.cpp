#include "base/text/text.hpp"
#include "play/board.hpp"
#include "play/move_history.hpp"
#include "play/session.hpp"
#include "support/catch.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <random>
#include <regex>

using namespace xq;
using namespace xq::cli;

namespace {

Move random_move(const Position& position, std::mt19937& random) {
  MoveList legal;
  generate_legal(position, legal);
  return legal.empty() ? Move::none() : legal[random() % legal.size()];
}

} // namespace

TEST_CASE("every line of a board is as wide as it says and fits a terminal, in any style") {
  std::mt19937 random{7};
  Position position = Position::start();
  Move last;
  for (int ply = 0; ply < 200; ++ply) {
    for (int style_bits = 0; style_bits < 8; ++style_bits) {
      const BoardStyle style{(style_bits & 1) != 0, (style_bits & 2) != 0, (style_bits & 4) != 0};
      const auto lines = draw_play_board(position, last, style);
      CHECK(lines.size() == 14);
      std::size_t pieces = 0;
      for (const std::string& line : lines) {
        const std::string seen = std::regex_replace(line, std::regex{"\x1b\\[[0-9;]*m"}, "");
        INFO(seen);
        CHECK(display_width(seen) == (style.letters ? 23 : 32));
        if (!style.color) {
          CHECK(seen == line); // no escapes without colours
        }
        if (style.letters && seen.size() > 3 && seen[2] >= '0' && seen[2] <= '9') {
          pieces +=
              static_cast<std::size_t>(std::count_if(seen.begin() + 3, seen.end(), [](char c) {
                return c >= 'A' && c <= 'z' && c != '[' && c != ']';
              }));
        }
      }
      if (style.letters) {
        CHECK(pieces == static_cast<std::size_t>(position.occupied().count()));
      }
    }
    last = random_move(position, random);
    if (!last) {
      break;
    }
    position.do_move(last);
  }
}

TEST_CASE("undo and redo go to any depth and end where they began") {
  std::mt19937 random{11};
  MoveHistory history{{}};
  std::vector<Position> seen{history.position()};
  while (seen.size() <= 120) {
    const Move m = random_move(history.position(), random);
    if (!m) {
      break;
    }
    REQUIRE(history.play(m));
    seen.push_back(history.position());
  }
  const std::size_t length = history.moves().size();
  std::size_t at = length;
  for (int i = 0; i < 300; ++i) {
    const std::size_t plies = random() % 40;
    const bool back = random() % 2 == 0;
    const std::size_t possible = back ? at : length - at;
    const std::size_t moved = back ? history.undo(plies) : history.redo(plies);
    REQUIRE(moved == std::min(plies, possible));
    at = back ? at - moved : at + moved;
    REQUIRE(history.position() == seen[at]);
    REQUIRE(history.moves().size() == at);
    REQUIRE(history.taken_back() == length - at);
  }
  history.undo(length);
  CHECK(history.position() == Position::start());
  CHECK_FALSE(history.play(Move{make_square(0, 0), make_square(8, 8)}));
  CHECK(history.taken_back() == length); // an illegal move forgets nothing
  REQUIRE(history.play(random_move(history.position(), random)));
  CHECK(history.taken_back() == 0);
}

TEST_CASE("levels of play rise to the full strength") {
  for (int level = 2; level <= engine::play_levels; ++level) {
    CHECK(engine::skill_of_play_level(level) > engine::skill_of_play_level(level - 1));
  }
  CHECK(engine::skill_of_play_level(engine::play_levels) == engine::full_level);
}
