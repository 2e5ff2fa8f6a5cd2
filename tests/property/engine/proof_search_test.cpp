// Mates found by proof numbers against a recursion that plays every move and remembers nothing.

#include "engine/search/proof_search.hpp"
#include "support/catch.hpp"
#include "support/plain_mates.hpp"

using namespace xq;
using engine::ProofSearch;
using Verdict = ProofSearch::Verdict;
using support::mates;
using support::random_attack;
using Width = ProofSearch::Width;

namespace {

/// The line is legal, as long as said, and ends where there is no move.
void check_line(const Position& start, const ProofSearch::Solution& solution) {
  Position p = start;
  for (const Move m : solution.line) {
    REQUIRE(p.is_legal(m));
    p.do_move(m);
  }
  CHECK(solution.line.size() % 2 == 1);
  CHECK_FALSE(has_legal_move(p));
}

} // namespace

TEST_CASE("proof numbers find the mates that every move played on the board finds, and no others") {
  std::mt19937 random{support::seed};
  ProofSearch search{1U << 20U};
  int found = 0;
  for (int round = 0; round < 150; ++round) {
    const auto p = random_attack(random);
    INFO(write_fen(p));
    for (const auto& [width, most] : {std::pair{Width::checks, 3}, std::pair{Width::all, 2}}) {
      for (int n = most; n > 0; --n) { // what is known of longer ones stands in the table
        const bool expected = mates(p, n, width);
        INFO(n << (width == Width::all ? " moves" : " checks"));
        CHECK(search.prove(p, n, width) == (expected ? Verdict::mate : Verdict::none));
        found += expected ? 1 : 0;
      }
    }
  }
  CHECK(found > 60);
}

TEST_CASE("the mate of a solution can be played, begins as asked and is the shortest") {
  std::mt19937 random{support::seed + 1};
  ProofSearch search{1U << 20U};
  int found = 0;
  int shortest = 0;
  for (int round = 0; round < 40; ++round) {
    const auto p = random_attack(random);
    INFO(write_fen(p));
    MoveList legal;
    generate_legal(p, legal);
    search.set_budget(search.nodes() + 20'000);
    const auto solution = search.solve(p, 6, {legal.begin(), legal.end()});
    if (solution.verdict != Verdict::mate) {
      continue;
    }
    ++found;
    check_line(p, solution);
    shortest += solution.shortest ? 1 : 0;
    const int moves = static_cast<int>(solution.line.size() + 1) / 2;
    if (solution.shortest && moves <= 3) {
      CHECK_FALSE(mates(p, moves - 1, Width::all));
    }
    // another first move: at least as long, or none
    const std::array other{legal[random() % legal.size()]};
    const auto restricted = search.solve(p, moves, other);
    if (restricted.verdict == Verdict::mate) {
      check_line(p, restricted);
      CHECK(restricted.line[0] == other[0]);
      CHECK((!solution.shortest || restricted.line.size() == solution.line.size()));
    }
  }
  CHECK(found > 8);
  CHECK(shortest > 4);
}

TEST_CASE("a search for mates ends where its budget does") {
  ProofSearch search{1U << 20U};
  search.set_budget(5000);
  CHECK(search.prove(Position::start(), 20, Width::all) == Verdict::open);
  CHECK(search.nodes() < 6000);
  search.set_budget(1'000'000);
  search.set_stopped([] { return true; });
  CHECK(search.prove(Position::start(), 20, Width::all) == Verdict::open);
  CHECK(search.nodes() < 8000);
}

TEST_CASE("a mate in few moves is found where many are allowed") {
  // The mate takes quiet moves: within 50 moves alone it is not found.
  const auto p = read_fen("4kab1C/n8/4Ca3/p8/2N6/9/P3P3P/B8/1r3R1r1/4K4 b - - 0 1")->position;
  MoveList legal;
  generate_legal(p, legal);
  ProofSearch search{32U << 20U};
  search.set_budget(1'000'000);
  const auto solution = search.solve(p, 50, {legal.begin(), legal.end()});
  CHECK(solution.verdict == Verdict::mate);
  CHECK(solution.line.size() == 7);
  CHECK(solution.shortest);
  check_line(p, solution);
}
