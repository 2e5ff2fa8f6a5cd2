#include "support/catch.hpp"
#include "uci/protocol.hpp"

#include <xq/engine/settings.hpp>

#include <algorithm>
#include <map>

using namespace xq;
using namespace xq::engine;

namespace {

Move to_e(int rank) { return {make_square(0, rank), make_square(4, rank)}; }

std::vector<Line> lines(std::initializer_list<Score> scores) {
  std::vector<Line> out;
  for (const Score s : scores) {
    out.push_back({s, false, false, {to_e(static_cast<int>(out.size()))}});
  }
  return out;
}

} // namespace

TEST_CASE("higher levels search more and forgive less; the highest limits nothing") {
  for (int level = 1; level < full_level; ++level) {
    CHECK(handicap_of_level(level).nodes > handicap_of_level(level - 1).nodes);
    CHECK(handicap_of_level(level).margin < handicap_of_level(level - 1).margin);
  }
  CHECK(handicap_of_level(full_level).nodes == 0);
  CHECK(handicap_of_elo(lowest_elo).nodes == handicap_of_level(0).nodes);
  CHECK(handicap_of_elo(highest_elo).nodes == handicap_of_level(full_level - 1).nodes);
  CHECK(handicap_of_elo(1500).nodes > handicap_of_elo(1400).nodes);
}

TEST_CASE("a handicap chooses within its margin, by seed and position, and keeps a win") {
  Handicap handicap{1000, 100, 0};
  const auto choices = lines({50, 40, -20, -51, -300});
  std::map<std::size_t, int> count;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    handicap.seed = seed;
    const std::size_t choice = choose_line(choices, Key{7}, handicap);
    CHECK(choice == choose_line(choices, Key{7}, handicap));
    ++count[choice];
  }
  CHECK(count[0] > count[1]); // better moves more often
  CHECK(count[1] > count[2]);
  CHECK(count[2] > 0);
  CHECK(count[3] == 0); // outside the margin
  CHECK(count[4] == 0);
  CHECK(choose_line(lines({mate_value - 3, mate_value - 5}), Key{7}, handicap) == 0);
  CHECK(choose_line(choices, Key{7}, Handicap{}) == 0);
}

TEST_CASE("a search with a handicap keeps to its nodes and shows what was asked for") {
  Engine engine;
  Limits limits;
  limits.move_time = std::chrono::seconds{5};
  limits.handicap = handicap_of_level(5);
  std::size_t shown = 0;
  const Report report = engine.search(Position::start(), {}, limits, [&](const Report& r) {
    shown = std::max(shown, r.lines.size());
  });
  CHECK(shown == 1);
  REQUIRE(report.lines.size() == 1);
  CHECK(Position::start().is_legal(report.lines[0].moves[0]));
  CHECK(report.nodes <= limits.handicap.nodes + 1);
}

TEST_CASE("moves of a book: the best, by weight, or any") {
  const std::vector<BookChoice> book{{to_e(0), 70}, {to_e(1), 29}, {to_e(2), 1}};
  const Position& start = Position::start();
  CHECK_FALSE(choose_book_move({}, {BookPick::random, 0, 1}, start));
  std::map<Move, int> weighted;
  std::map<Move, int> any;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    CHECK(choose_book_move(book, {BookPick::best, 0, seed}, start) == to_e(0));
    ++weighted[choose_book_move(book, {BookPick::weighted, 0, seed}, start)];
    ++any[choose_book_move(book, {BookPick::random, 0, seed}, start)];
  }
  CHECK(std::abs(weighted[to_e(0)] - 700) < 60);
  CHECK(std::abs(weighted[to_e(1)] - 290) < 60);
  CHECK(weighted[to_e(2)] < 30);
  for (const auto& [move, n] : any) {
    CHECK(std::abs(n - 333) < 60);
  }
}

TEST_CASE("moves of a judged book: one whose score is close to the best") {
  const std::vector<BookChoice> book{
      {to_e(0), 70, -30}, {to_e(1), 29, 25}, {to_e(2), 0, 40}, {to_e(3), 900, {}}};
  const Position& start = Position::start();
  std::map<Move, int> drawn;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    CHECK(choose_book_move(book, {BookPick::score, 0, seed}, start) == to_e(2));
    ++drawn[choose_book_move(book, {BookPick::score, 20, seed}, start)];
  }
  CHECK(drawn.size() == 2); // by weight, who was never played as if once
  CHECK(std::abs(drawn[to_e(1)] - 967) < 30);
  const std::vector<BookChoice> unjudged{{to_e(0), 0}, {to_e(1), 29}};
  CHECK(choose_book_move(unjudged, {BookPick::score, 0, 1}, start) == to_e(1));
}

TEST_CASE("a session plays from the book that it was handed, as its options say", "[threads]") {
  std::vector<std::string> said;
  std::string opened;
  const auto open = [&](const std::string& path) -> BookProbe {
    opened = path;
    return [](const Position& p) {
      const Move centre{make_square(7, 2), make_square(4, 2)};
      const Move illegal{make_square(0, 0), make_square(8, 9)};
      return p == Position::start() ? std::vector<BookChoice>{{illegal, 9}, {centre, 5}}
                                    : std::vector<BookChoice>{};
    };
  };
  uci::Session session{[&](std::string_view line) { said.emplace_back(line); }, open};
  session.handle("setoption name BookFile value a b.xqbook");
  CHECK(opened == "a b.xqbook");
  session.handle("position startpos");
  session.handle("go depth 1");
  session.finish();
  CHECK(said.back() == "bestmove h2e2");
  session.handle("setoption name OwnBook value false");
  session.handle("go depth 1");
  session.finish();
  CHECK(said.back() != "bestmove h2e2");
  CHECK(said.back().starts_with("bestmove "));
}
