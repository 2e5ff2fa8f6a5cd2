#include "support/catch.hpp"
#include "support/random_positions.hpp"

#include <xq/board/adjudicate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <random>

using namespace xq;

namespace {

/// How often `moves` have led to their last position, by comparing boards.
int count_occurrences(const Position& start, const std::vector<Move>& moves) {
  std::vector<Position> positions{start};
  for (const Move m : moves) {
    positions.push_back(positions.back());
    positions.back().do_move(m);
  }
  return static_cast<int>(std::count_if(positions.begin(), positions.end(), [&](const Position& p) {
    return p.same_board(positions.back());
  }));
}

} // namespace

TEST_CASE("judging a game move by move is judging it from its start each time") {
  INFO("seed " << support::seed);
  std::mt19937 random{static_cast<unsigned>(support::seed)};
  // Few moves are possible, so positions come back often; some of them by checks and chases.
  for (const auto* fen :
       {"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "3k5/9/9/9/9/9/9/9/4p4/5K3 b - - 0 1",
        "2bak4/9/9/9/9/9/9/9/3K5/7N1 w - - 0 1", "3ak4/9/9/9/9/9/9/c8/9/4AK3 w - - 7 9"}) {
    for (const RuleSet rules : {RuleSet::wxf, RuleSet::cxa}) {
      const auto reading = read_fen(fen);
      REQUIRE(reading);
      const Position start = reading->position;
      Position position = start;
      RepetitionJudge judge{start, rules};
      Adjudicator adjudicator{start, {.rules = rules}};
      std::vector<Move> moves;
      for (int ply = 0; ply < 150; ++ply) {
        MoveList legal;
        generate_legal(position, legal);
        if (legal.empty()) {
          break;
        }
        // Going back is likely: cycles of every length arise.
        Move m = legal[random() % legal.size()];
        if (moves.size() >= 2 && random() % 2 == 0) {
          const Move back{moves[moves.size() - 2].to(), moves[moves.size() - 2].from()};
          m = position.is_legal(back) ? back : m;
        }
        position.do_move(m);
        moves.push_back(m);
        judge.add(m, position);
        adjudicator.play(m);
        INFO(fen << " ply " << moves.size());
        REQUIRE(judge.history().occurrences() == count_occurrences(start, moves));
        for (const int occurrences : {2, 3}) {
          const Ruling a = judge.judge(occurrences);
          const Ruling b = judge_repetition(start, moves, rules, occurrences);
          REQUIRE(a.outcome == b.outcome);
          CHECK(a.first_ply == b.first_ply);
          CHECK(a.conduct == b.conduct);
          CHECK(a.reason == b.reason);
        }
        CHECK(adjudicator.verdict().reason == adjudicate(start, moves, {.rules = rules}).reason);
      }
    }
  }
}
