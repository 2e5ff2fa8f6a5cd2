#include "record/same_game.hpp"
#include "support/catch.hpp"
#include "support/random_positions.hpp"

#include <xq/board/movegen.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace xq;
using record::may_be_one_game;
using record::Occasion;

namespace {

using Line = std::vector<std::uint16_t>;

std::string packed(const Line& moves) {
  std::string out;
  for (const auto move : moves) {
    out += static_cast<char>(move >> 8U);
    out += static_cast<char>(move & 0xFFU);
  }
  return out;
}

/// Plain, with the whole table.
std::size_t longest_common(const Line& a, const Line& b) {
  std::vector<std::vector<std::size_t>> best(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      best[i][j] =
          a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1 : std::max(best[i - 1][j], best[i][j - 1]);
    }
  }
  return best[a.size()][b.size()];
}

bool by_definition(const Line& a, const Line& b) {
  const auto longer = std::max(a.size(), b.size());
  const auto shorter = std::min(a.size(), b.size());
  const auto common = longest_common(a, b);
  return shorter > 0 && 10 * common >= 9 * longer && (longer - shorter <= 2 || common == shorter);
}

record::DateRange day(std::int32_t date) { return {date, date}; }

} // namespace

TEST_CASE("same game: moves that differ by slips") {
  std::mt19937 random{support::seed};
  int retyped = 0;
  int others = 0;
  for (int round = 0; round < 3000; ++round) {
    Line a(random() % 120);
    for (auto& move : a) {
      move = static_cast<std::uint16_t>(random() % 40);
    }
    Line b = a;
    for (auto slips = random() % 14; slips > 0 && !b.empty(); --slips) {
      const auto at = static_cast<std::ptrdiff_t>(random() % b.size());
      const auto other = static_cast<std::uint16_t>(random() % 40);
      switch (random() % 3) {
      case 0:
        b[static_cast<std::size_t>(at)] = other;
        break;
      case 1:
        b.erase(b.begin() + at);
        break;
      default:
        b.insert(b.begin() + at, other);
      }
    }
    const bool expected = by_definition(a, b);
    CAPTURE(a, b);
    CHECK(record::is_retyped(packed(a), packed(b)) == expected);
    CHECK(record::is_retyped(packed(b), packed(a)) == expected);
    ++(expected ? retyped : others);
  }
  CHECK(retyped > 500);
  CHECK(others > 500);
}

TEST_CASE("same game: day and round") {
  const Occasion monday{day(19900105), 0, 0};
  const Occasion tuesday{day(19900106), 0, 0};
  const Occasion january{{19900100, 19900199}, 7, 3};
  CHECK(may_be_one_game(monday, monday));
  CHECK_FALSE(may_be_one_game(monday, tuesday));
  CHECK_FALSE(may_be_one_game(monday, january));
  CHECK(may_be_one_game(january, january)); // the same round of one event
  CHECK_FALSE(may_be_one_game(january, {january.days, 8, 3}));
  CHECK_FALSE(may_be_one_game(january, {january.days, 7, 4}));
  CHECK_FALSE(may_be_one_game(january, {day(19900205), 7, 3}));
  CHECK_FALSE(may_be_one_game({day(19900105), 7, 3}, {day(19900105), 7, 4}));
  CHECK(may_be_one_game({day(19900105), 7, 3}, {day(19900105), 8, 0}));
  CHECK_FALSE(may_be_one_game({}, {})); // nothing is known
}

TEST_CASE("same game: a record that begins in the middle") {
  std::mt19937 random{support::seed};
  for (int round = 0; round < 30; ++round) {
    Position position = Position::start();
    Line whole;
    std::vector<Position> positions{position};
    for (int ply = 0; ply < 60; ++ply) {
      MoveList legal;
      generate_legal(position, legal);
      if (std::ranges::distance(legal) == 0) {
        break;
      }
      const Move move =
          *(legal.begin() + static_cast<std::ptrdiff_t>(
                                random() % static_cast<std::size_t>(std::ranges::distance(legal))));
      whole.push_back(move.disk());
      position.do_move(move);
      positions.push_back(position);
    }
    const auto at = 1 + random() % (whole.size() - 1);
    const Line part{whole.begin() + static_cast<std::ptrdiff_t>(at), whole.end()};
    const auto found =
        record::find_part(Position::start(), packed(whole), positions[at], packed(part));
    REQUIRE(found);
    CHECK(positions[*found].same_board(positions[at]));
    CHECK_FALSE(
        record::find_part(Position::start(), packed(whole), Position::start(), packed(whole)));
    Line other = part;
    std::ranges::for_each(other,
                          [](auto& move) { move = static_cast<std::uint16_t>(8100 - move); });
    CHECK_FALSE(record::find_part(Position::start(), packed(whole), positions[at], packed(other)));
  }
}
