// Answers to claims about random positions against mates found by playing every move.

#include "analysis/solve/solve.hpp"
#include "support/catch.hpp"
#include "support/plain_mates.hpp"

using namespace xq;
using analysis::Answer;
using analysis::SolutionFinding;
using support::Width;

namespace {

struct Composed {
  record::Game game;
  int mate = 0; ///< moves of Red's shortest one
};

/// Positions in which Red mates in two, and not in one.
std::vector<Composed> problems(std::size_t count) {
  std::mt19937 random{support::seed + 2};
  std::vector<Composed> out;
  while (out.size() < count) {
    const auto p = support::random_attack(random);
    if (!support::mates(p, 1, Width::all) && support::mates(p, 2, Width::checks)) {
      out.emplace_back();
      out.back().game.set_start(p);
      out.back().mate = 2;
    }
  }
  return out;
}

analysis::SolvedProblem solved(const record::Game& game, record::Result result, int mate = 0) {
  analysis::SolveOptions options;
  options.nodes = 100'000;
  options.claim = analysis::Claim{result, mate, "test", {}};
  return analysis::solve(game, options);
}

} // namespace

TEST_CASE("claims are answered as playing every move answers them") {
  using enum record::Result;
  for (const Composed& problem : problems(30)) {
    INFO(write_fen(problem.game.start()));
    CHECK(solved(problem.game, red_wins).answer == Answer::proved);
    CHECK(solved(problem.game, red_wins, 2).answer == Answer::proved);
    CHECK(solved(problem.game, red_wins, 1).answer == Answer::refuted);
    CHECK(solved(problem.game, draw).answer == Answer::refuted);
    CHECK(solved(problem.game, black_wins).answer == Answer::refuted);
  }
}

TEST_CASE("a solution lacks what playing every move finds") {
  using enum SolutionFinding::Kind;
  std::size_t keys = 0;
  std::size_t lost = 0;
  for (Composed& problem : problems(8)) {
    record::Game& game = problem.game;
    const Position& start = game.start();
    INFO(write_fen(start));
    const auto alone = solved(game, record::Result::red_wins);
    REQUIRE(alone.mate);
    const Move key = alone.mate->line.front();
    const auto node = game.add_move(record::root_node, key);
    const auto with_key = solved(game, record::Result::red_wins);
    MoveList legal;
    generate_legal(start, legal);
    std::size_t others = 0; // first moves that mate in two, too
    Move slow;              // one after which there is no mate in two
    for (const Move m : legal) {
      Position after = start;
      after.do_move(m);
      if (m != key && support::is_lost(after, 1, Width::all)) {
        ++others;
      } else if (!support::is_lost(after, 2, Width::all)) {
        slow = m;
      }
    }
    const auto count = [](const analysis::SolvedProblem& p, SolutionFinding::Kind kind) {
      return static_cast<std::size_t>(std::count_if(p.findings.begin(), p.findings.end(),
                                                    [&](const auto& f) { return f.kind == kind; }));
    };
    CHECK(count(with_key, second_key) == others);
    Position after = start;
    after.do_move(key);
    CHECK(count(with_key, ends_early) == (has_legal_move(after) ? 1U : 0U));
    CHECK(game.node(node).parent == record::root_node);
    keys += others;

    if (slow == Move{}) {
      continue; // every move wins as quickly
    }
    record::Game wrong;
    wrong.set_start(start);
    wrong.add_move(record::root_node, slow);
    const auto with_slow = solved(wrong, record::Result::red_wins);
    CHECK(count(with_slow, second_key) == others + 1);
    // a mate of more moves behind it is a solution, too
    lost += count(with_slow, lets_mate_go);
  }
  CHECK(keys > 0);
  CHECK(lost > 0);
}
