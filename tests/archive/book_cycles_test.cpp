// The cycles of the published rule cases in the graph of a book: who repeats loses what the rules
// say.
#include "analysis/book_graph/book_graph.hpp"
#include "support/make_book.hpp"
#include "support/positions.hpp"
#include "support/scratch_folder.hpp"
#include "support/shared_data.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/rules.hpp>
#include <xq/engine/engine.hpp>

#include <algorithm>
#include <set>

using namespace xq;
using namespace xq::analysis;

namespace {

bool passes_symmetric(Position position, const std::vector<Move>& moves) {
  return std::ranges::any_of(moves, [&](Move move) {
    position.do_move(move);
    return position.canonical().symmetric;
  });
}

/// What the end of `moves` is worth for Red in a book of nothing but the positions on the way.
int score_of_cycle(Position position, const std::vector<Move>& moves,
                   RuleSet rules = RuleSet::wxf) {
  const support::ScratchFolder folder;
  const auto path = folder.file("empty.xqbook");
  support::make_book(path, {}, {});
  book::Book book{path};
  const PlayedMoves played{book, 1, [] {}};
  GraphSetup setup;
  setup.played = &played;
  PlaceTable judged;
  setup.judged = &judged;
  setup.roots.push_back(position);
  for (const Move move : moves) {
    position.do_move(move);
    setup.roots.push_back(position);
  }
  for (const Position& root : setup.roots) {
    judged.insert(place_of(root.hashes()));
  }
  const BookGraph graph{setup};
  // to leave the cycle is worse than anything that the rules say
  const std::vector<std::int16_t> open(graph.size(), -engine::mate_threshold);
  const auto last = graph.find(place_of(position.hashes()));
  const int score = count_back(graph.view(rules), open)[last];
  return graph.black_to_move(last) ? -score : score;
}

int score_of(const std::string& winner) {
  return winner == "red" ? engine::rule_win : winner == "black" ? -engine::rule_win : 0;
}

int score_of(Outcome outcome) {
  return outcome == Outcome::red_wins     ? engine::rule_win
         : outcome == Outcome::black_wins ? -engine::rule_win
                                          : 0;
}

} // namespace

TEST_CASE("a cycle of a book is worth what the rules say of it") {
  support::skip_without("rules/repetition_cases.tsv");
  const auto rows = support::read_tsv(support::shared("rules/repetition_cases.tsv"));
  std::size_t cycles = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& row = rows[i];
    INFO(row.at(0) << ": " << row.at(1) << " moves " << row.at(2));
    const auto start = read_fen(row.at(1))->position;
    const auto moves = support::line_of(row.at(2));
    const std::string& winner = row.at(3);
    if (winner == "none" || passes_symmetric(start, moves)) {
      continue; // no cycle; the next test tells why
    }
    ++cycles;
    CHECK(score_of_cycle(start, moves) == score_of(winner));
  }
  CHECK(cycles > 100);
}

TEST_CASE("a printed diagram in a book is worth what the rules chosen say of it") {
  support::skip_without("rules/cxa2020_printed.tsv");
  const auto rows = support::read_tsv(support::shared("rules/cxa2020_printed.tsv"));
  // cxa_diagrams_test.cpp says why they are not judged as printed
  const std::set<std::string> other_verdicts{"参考图03"};
  std::size_t differ = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& row = rows[i];
    if (row.at(0) == "参考图08") {
      continue; // no closed cycle
    }
    INFO(row.at(0) << ": " << row.at(1) << " moves " << row.at(3));
    auto start = read_fen(row.at(1))->position;
    for (const Move move : support::line_of(row.at(2))) {
      start.do_move(move);
    }
    const auto round = support::line_of(row.at(3));
    std::vector<Move> game;
    for (int n = 0; n < 3; ++n) {
      game.insert(game.end(), round.begin(), round.end());
    }
    const int by_cxa = score_of_cycle(start, round, RuleSet::cxa);
    if (!other_verdicts.contains(row.at(0))) {
      CHECK(by_cxa == score_of(row.at(4)));
    }
    CHECK(by_cxa == score_of(judge_repetition(start, game, RuleSet::cxa).outcome));
    const int by_wxf = score_of_cycle(start, round, RuleSet::wxf);
    CHECK(by_wxf == score_of(judge_repetition(start, game, RuleSet::wxf).outcome));
    CHECK(score_of_cycle(start, round, RuleSet::none) == 0);
    differ += by_cxa != by_wxf ? 1U : 0U;
  }
  CHECK(differ > 20);
}

TEST_CASE("in a symmetric position of a book the image of a move can be chosen") {
  // A rook that chases the cannon on its side loses for it. But where both sides of the board are
  // alike Black can take the other rook every other time, and chases no piece with all his moves.
  const auto start = read_fen("3aka3/2C3C2/9/9/9/r7r/4c4/9/9/4K4 b - - 0 1")->position;
  const std::string round = "a4c4 c8a8 c4a4 a8c8 ";
  const std::string image = "i4g4 g8i8 g4i4 i8g8 ";
  const auto outcome = [&](const std::string& moves) {
    return judge_repetition(start, support::line_of(moves)).outcome;
  };
  CHECK(outcome(round + round) == Outcome::red_wins);
  CHECK(outcome(round + image + round + image) == Outcome::draw);
  CHECK(score_of_cycle(start, support::line_of(round)) == 0);
}
