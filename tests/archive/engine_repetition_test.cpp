#include "support/positions.hpp"
#include "support/shared_data.hpp"

#include <xq/board/fen.hpp>
#include <xq/engine/engine.hpp>

using namespace xq;

namespace {} // namespace

TEST_CASE("the search scores the continuation of who breaks a repetition rule as losing") {
  support::skip_without("rules/repetition_cases.tsv");
  const auto rows = support::read_tsv(support::shared("rules/repetition_cases.tsv"));
  int losing = 0;
  int drawn = 0;
  engine::Engine engine;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& row = rows[i];
    INFO(row.at(0) << ": " << row.at(1) << " moves " << row.at(2));
    if (row.at(3) == "none") {
      continue;
    }
    const auto start = read_fen(row.at(1));
    REQUIRE(start);
    std::vector<Move> moves = support::line_of(row.at(2));
    const bool draw = row.at(3) == "draw";
    // who is to make the last move: the side at fault, so that it is its choice to go on
    Color to_move = start->position.side_to_move();
    if (moves.size() % 2 == 0) {
      to_move = ~to_move;
    }
    if (!draw && (to_move == Color::red) == (row.at(3) == "red")) {
      moves.pop_back();
    }
    engine::Limits limits;
    limits.depth = 4;
    limits.search_moves = {moves.back()};
    moves.pop_back();
    engine.clear();
    const engine::Report report = engine.search(start->position, moves, limits);
    REQUIRE(report.lines.size() == 1);
    if (draw) {
      CHECK(report.lines[0].score == 0);
      ++drawn;
    } else {
      CHECK(report.lines[0].score < -20000);
      ++losing;
    }
  }
  CHECK(losing > 60);
  CHECK(drawn > 10);
}
