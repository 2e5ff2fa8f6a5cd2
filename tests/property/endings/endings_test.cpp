// Tables of endings against the slow solver of the tests, against endless play on the whole graph,
// and against the referee.

#include "analysis/book_graph/count_back.hpp"
#include "endings/library.hpp"
#include "support/catch.hpp"
#include "support/endgame_positions.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/board/rules.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace xq;
using endings::Library;
using endings::Number;
using endings::Table;
using endings::Worth;

namespace {

endings::Material material(const char* name) { return endings::read_material(name).value(); }

endgames::Value value_of(Number n) {
  return n == endings::illegal ? endgames::Value::illegal
         : n == endings::drawn ? endgames::Value::draw
         : endings::is_win(n)  ? endgames::Value::win
                               : endgames::Value::loss;
}

/// A position of the table from which the side to move does not take a king.
bool set_up(const Table& table, std::uint64_t number, Color side, Position& out) {
  endings::Placement placement;
  if (table.at(side, number) == endings::illegal || !table.placements().place(number, placement)) {
    return false;
  }
  out = Position{};
  table.placements().put(placement, out);
  out.set_side_to_move(side);
  return true;
}

/// All positions of a table as a graph; captures end it with what the smaller tables say.
struct Graph {
  analysis::GraphView view;
  std::vector<std::uint8_t> black;
  std::vector<std::size_t> first{0};
  std::vector<std::uint32_t> targets;
  std::vector<std::int16_t> open;

  Graph(Library& library, const Table& table) {
    const std::uint64_t size = table.placements().size();
    for (const Color side : {Color::red, Color::black}) {
      for (std::uint64_t number = 0; number < size; ++number) {
        black.push_back(side == Color::black ? 1 : 0);
        Position position;
        open.push_back(set_up(table, number, side, position) ? add_moves(library, table, position)
                                                             : std::int16_t{0});
        first.push_back(targets.size());
      }
    }
    view.black = black;
    view.first = first;
    view.targets = targets;
  }

private:
  static constexpr std::int16_t certain = 20'000;

  std::int16_t add_moves(Library& library, const Table& table, const Position& position) {
    const auto moves = legal_moves(position);
    std::int16_t best = moves.empty() ? std::int16_t{-30'000} : analysis::no_score;
    for (const Move m : moves) {
      Position after = position;
      after.do_move(m);
      if (position.at(m.to()) == Piece::none) {
        const auto number =
            table.placements().number(table.placements().placement_of(after, false));
        const std::uint64_t offset =
            position.side_to_move() == Color::red ? table.placements().size() : 0;
        targets.push_back(static_cast<std::uint32_t>(offset + number));
        view.checks.push_back(position.gives_check(m) ? 1 : 0);
        continue;
      }
      const auto reply = library.probe(after).value().worth;
      const std::int16_t score = reply == Worth::draw  ? std::int16_t{0}
                                 : reply == Worth::win ? std::int16_t{-certain}
                                                       : certain;
      best = std::max(best, score);
    }
    return best;
  }
};

} // namespace

TEST_CASE("tables of endings have what the slow solver has") {
  Library library{{.judges_checks = false}};
  endgames::Solver solver;
  std::mt19937_64 random{5};
  int legal = 0;
  for (const char* name : {"R-C", "H-P", "R-A", "P-P"}) {
    const auto slow_material = endgames::parse_material(name);
    const endgames::Table& slow = solver.solve(slow_material);
    const Table& table = library.make(material(name));
    const bool turned = material(name).is_turned();
    for (int i = 0; i < 5000; ++i) {
      const std::uint64_t index = random() % slow.numbering().size();
      endgames::Placement p;
      if (!slow.numbering().decode(index, p)) {
        continue;
      }
      p.side_to_move = i % 2;
      const Position position = endgames::to_position(p);
      const Color side = turned ? ~position.side_to_move() : position.side_to_move();
      const auto number =
          table.placements().number(table.placements().placement_of(position, turned));
      INFO(name << ' ' << write_fen(position));
      CHECK(value_of(table.at(side, number)) == slow.value(i % 2, index));
      legal += slow.value(i % 2, index) == endgames::Value::illegal ? 0 : 1;
    }
  }
  CHECK(legal > 8000);
}

TEST_CASE("a number of a table is one more than that of the best move") {
  Library library{{}};
  std::mt19937_64 random{9};
  for (const char* name : {"H-A", "R-C", "P-P", "CA-A"}) {
    const Table& table = library.make(material(name));
    for (int i = 0; i < 1000; ++i) {
      Position position;
      if (!set_up(table, random() % table.placements().size(),
                  i % 2 == 0 ? Color::red : Color::black, position)) {
        continue;
      }
      INFO(write_fen(position));
      const auto result = library.probe(position).value();
      const auto moves = library.rate_moves(position);
      if (moves.empty()) {
        CHECK(result.worth == Worth::loss);
        CHECK(result.plies == 0);
        continue;
      }
      CHECK(moves.front().best);
      CHECK(moves.front().result.worth == result.worth);
      CHECK(moves.front().result.plies == result.plies);
      CHECK(library.probe(position.mirrored())->number == result.number);
    }
  }
}

TEST_CASE("perpetual check is judged as endless play on the whole graph is") {
  Library library{{}};
  const Table& table = library.make(material("R-H"));
  CHECK(table.facts().counts[0].by_rule > 500);
  const Graph graph{library, table};
  const auto scores = analysis::count_back(graph.view, graph.open);
  const std::uint64_t size = table.placements().size();
  std::uint64_t wrong = 0;
  for (const Color side : {Color::red, Color::black}) {
    for (std::uint64_t number = 0; number < size; ++number) {
      const Number n = table.at(side, number);
      const std::int16_t score = scores[to_index(side) * size + number];
      const bool same = n == endings::drawn  ? score == 0 || score == analysis::no_score
                        : endings::is_win(n) ? score > 0
                                             : score < 0 && score != analysis::no_score;
      wrong += n != endings::illegal && !same ? 1 : 0;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("who wins by the rule on checks wins before the referee") {
  Library library{{}};
  const Table& table = library.make(material("R-H"));
  std::mt19937_64 random{3};
  int judged = 0;
  for (int games = 0; games < 60;) {
    const Color side = random() % 2 == 0 ? Color::red : Color::black;
    Position position;
    const std::uint64_t number = random() % table.placements().size();
    const Number n = table.at(side, number);
    if (n < endings::by_rule || n >= endings::drawn || !set_up(table, number, side, position)) {
      continue;
    }
    ++games;
    const Color winner = endings::is_win(n) ? side : ~side;
    INFO(write_fen(position));
    RepetitionJudge judge{position};
    bool over = false;
    for (int ply = 0; ply < 400 && !over; ++ply) {
      const auto moves = library.rate_moves(position);
      if (moves.empty()) {
        CHECK(position.side_to_move() != winner);
        over = true;
        break;
      }
      // the loser plays anything that lasts as long as can be
      std::vector<Move> best;
      for (const auto& m : moves) {
        if (m.best) {
          best.push_back(m.move);
        }
      }
      const Move m =
          position.side_to_move() == winner ? best.front() : best[random() % best.size()];
      position.do_move(m);
      judge.add(m, position);
      if (judge.may_judge()) {
        const Ruling ruling = judge.judge();
        if (ruling.outcome != Outcome::none && ruling.outcome != Outcome::draw) {
          CHECK(ruling.outcome == (winner == Color::red ? Outcome::red_wins : Outcome::black_wins));
          ++judged;
          over = true;
        }
      }
    }
    CHECK(over);
  }
  CHECK(judged > 10);
}

TEST_CASE("a rook does not beat advisors and elephants that stand in order") {
  endings::Library library{{.memory = 64U << 20U}};
  const auto worth_of = [&library](std::string_view fen) {
    const auto read = read_fen(fen);
    REQUIRE(read);
    const auto result = library.probe(read->position);
    REQUIRE(result);
    return result->worth;
  };
  // 单车例和士象全: elephants linked in the middle, an advisor in the middle of the palace.
  CHECK(worth_of("2bak4/4a4/4b4/9/9/9/9/9/9/3K4R w") == endings::Worth::draw);
  CHECK(worth_of("2bak4/4a4/4b4/9/9/9/9/4K4/9/R8 w") == endings::Worth::draw);
  // 单车巧胜士象全: the king on the side, the elephants on the river, not linked.
  CHECK(worth_of("5k3/9/3a1a3/9/2b3b2/9/9/9/4K4/8R w") == endings::Worth::win);
}

TEST_CASE("what the rule on checks decides is a draw without it, and only checks keep that draw") {
  Library judged{{}};
  Library lenient{{.judges_checks = false}};
  const Table& table = judged.make(material("R-H"));
  static_cast<void>(lenient.make(material("R-H")));
  REQUIRE_FALSE(table.facts().stages.empty());
  const Number first = table.facts().stages.front().first;
  int looked_at = 0;
  for (const Color side : {Color::red, Color::black}) {
    for (std::uint64_t number = 0; number < table.placements().size(); ++number) {
      Position position;
      const Number n = table.at(side, number);
      if (n < endings::by_rule || n >= endings::drawn || !set_up(table, number, side, position)) {
        continue;
      }
      INFO(write_fen(position));
      CHECK(lenient.probe(position)->worth == Worth::draw);
      for (const auto& move : lenient.rate_moves(position)) {
        // the first placements of the stage: here the loser has nothing else left
        if (n == first && !endings::is_win(n) && move.result.worth == Worth::draw) {
          CHECK(position.gives_check(move.move));
          ++looked_at;
        }
      }
    }
  }
  CHECK(looked_at > 20);
}
