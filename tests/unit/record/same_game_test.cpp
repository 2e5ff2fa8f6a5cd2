#include "record/same_game.hpp"
#include "support/catch.hpp"
#include "support/random_positions.hpp"

#include <xq/board/fen.hpp>
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
  const auto at = [](record::DateRange days, std::uint64_t event, std::uint64_t round) {
    return Occasion{0, 0, days, event, round};
  };
  const auto monday = at(day(19900105), 0, 0);
  const auto tuesday = at(day(19900106), 0, 0);
  const auto january = at({19900100, 19900199}, 7, 3);
  CHECK(may_be_one_game(monday, monday));
  CHECK_FALSE(may_be_one_game(monday, tuesday));
  CHECK_FALSE(may_be_one_game(monday, january));
  CHECK(may_be_one_game(january, january)); // the same round of one event
  CHECK_FALSE(may_be_one_game(january, at(january.days, 8, 3)));
  CHECK_FALSE(may_be_one_game(january, at(january.days, 7, 4)));
  CHECK_FALSE(may_be_one_game(january, at(day(19900205), 7, 3)));
  CHECK_FALSE(may_be_one_game(at(day(19900105), 7, 3), at(day(19900105), 7, 4)));
  CHECK(may_be_one_game(at(day(19900105), 7, 3), at(day(19900105), 8, 0)));
  CHECK_FALSE(may_be_one_game({}, {})); // nothing is known
}

TEST_CASE("same game: grades of two records with the same moves") {
  const auto by = [](std::uint64_t red, std::uint64_t black, record::DateRange days = {}) {
    return Occasion{red, black, days, 0, 0};
  };
  const auto one_game = [](const Occasion& a, const Occasion& b, std::size_t plies,
                           bool standard = true) {
    CHECK(record::is_one_game(a, b, plies, standard) == record::is_one_game(b, a, plies, standard));
    return record::is_one_game(a, b, plies, standard);
  };
  // Nobody plays 40 plies again; fewer only where the headers leave room for one game.
  CHECK(one_game(by(1, 2), by(3, 4), 40));
  CHECK_FALSE(one_game(by(1, 2), by(3, 4), 39));
  CHECK_FALSE(one_game(by(1, 2), by(1, 4), 39));
  CHECK(one_game(by(1, 2), by(1, 0), 39));
  CHECK(one_game(by(1, 2, day(19900105)), by(1, 2, {19900100, 19900199}), 39));
  CHECK_FALSE(one_game(by(1, 2, day(19900105)), by(1, 2, day(19900106)), 39));
  // An opening that anybody may play.
  CHECK(one_game(by(0, 0), by(1, 2), 16));
  CHECK_FALSE(one_game(by(0, 0), by(1, 2), 15));
  CHECK_FALSE(one_game(by(0, 0), by(0, 0), 15));
  CHECK(one_game(by(1, 2), by(1, 2), 0));
  CHECK(one_game(by(0, 0), by(1, 2), 3, false)); // a composed position

  CHECK(record::is_beginning(by(1, 2), by(3, 4), 40));
  CHECK_FALSE(record::is_beginning(by(1, 2), by(3, 4), 39));
  CHECK_FALSE(record::is_beginning(by(0, 0), by(0, 0), 39));
  CHECK(record::is_beginning(by(1, 2), by(1, 2), 4));
  CHECK_FALSE(record::is_beginning(by(1, 2, day(19900105)), by(1, 2, day(19950105)), 4));

  const auto line = packed(Line(30, 5));
  CHECK(record::is_typed_again(by(1, 2, day(19900105)), line, by(1, 2, day(19900105)), line));
  CHECK_FALSE(record::is_typed_again(by(1, 3, day(19900105)), line, by(1, 2, day(19900105)), line));
  CHECK_FALSE(record::is_typed_again(by(0, 0, day(19900105)), line, by(0, 0, day(19900105)), line));
}

TEST_CASE("same game: the occasion that headers tell") {
  record::Game game;
  const auto occasion = [&] { return record::occasion_of(record::Facts{game}); };
  CHECK(occasion().red == 0);
  CHECK_FALSE(occasion().days.known());
  game.add_tag("White", "胡荣华 ");
  game.add_tag("Black", "佚名");
  game.add_tag("Event", "?");
  game.add_tag("Round", "3");
  game.add_tag("Date", "1998.12");
  CHECK(occasion().red == record::player_number("胡荣华"));
  CHECK(occasion().black == 0);
  CHECK(occasion().event == 0);
  CHECK(occasion().round == record::name_number("3"));
  CHECK(occasion().days == record::DateRange{19981200, 19981299});
}

TEST_CASE("same game: the hash of a sequence goes by start and moves") {
  const auto hash = [](const char* fen, const std::vector<Move>& moves) {
    record::Game game;
    game.set_start(read_fen(fen)->position);
    auto node = record::root_node;
    for (const Move move : moves) {
      node = game.add_move(node, move);
    }
    return record::sequence_hash(game);
  };
  const Move a{Square{0}, Square{1}};
  const Move b{Square{1}, Square{2}};
  const std::string start{start_fen};
  const auto kings = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
  CHECK(hash(start.c_str(), {a, b}) == hash(start.c_str(), {a, b}));
  CHECK(hash(start.c_str(), {a, b}) != hash(start.c_str(), {b, a}));
  CHECK(hash(start.c_str(), {a}) != hash(start.c_str(), {a, a}));
  CHECK(hash(start.c_str(), {a}) != hash(kings, {a}));
  CHECK(hash(kings, {a}) == hash("4k4/9/9/9/9/9/9/9/9/3K5 w - - 7 40", {a})); // other counters
  CHECK(hash(kings, {a}) != hash("4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1", {a}));
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
