#include "engine/eval/evaluate.hpp"
#include "engine/search/see.hpp"
#include "engine/search/time.hpp"
#include "engine/search/transposition.hpp"
#include "support/catch.hpp"

#include <xq/board/fen.hpp>
#include <xq/engine/engine.hpp>
#include <xq/uci/external.hpp>

using namespace xq;
using namespace xq::engine;
using namespace std::chrono_literals;

TEST_CASE("a weight keeps two sums in one number") {
  TaperedScore sum;
  int middle = 0;
  int end = 0;
  for (int i = -20; i <= 20; ++i) {
    sum += TaperedScore{37 * i + 5, -91 * i - 3};
    middle += 37 * i + 5;
    end += -91 * i - 3;
    CHECK(sum.middle() == middle);
    CHECK(sum.end() == end);
  }
  CHECK((-TaperedScore{5, -7}).middle() == -5);
  CHECK((-TaperedScore{5, -7}).end() == 7);
  CHECK((TaperedScore{-3, 4} * 6) == TaperedScore{-18, 24});
}

TEST_CASE("the table returns what was stored, mates counted from the asking node") {
  TranspositionTable table;
  table.resize(1);
  const Key key{0x123456789ABCDEF0};
  const Move move{make_square(1, 2), make_square(4, 2)};
  TableHit hit;
  REQUIRE_FALSE(table.probe(key, 0, hit));
  table.store(key, 5, move, -123, 77, 9, Bound::exact);
  REQUIRE(table.probe(key, 2, hit));
  CHECK(hit.move == move);
  CHECK(hit.score == -123);
  CHECK(hit.evaluation == 77);
  CHECK(hit.depth == 9);
  CHECK(hit.bound == Bound::exact);
  REQUIRE_FALSE(table.probe(Key{0x123456789ABCDEF1}, 0, hit));

  table.store(key, 5, move, mate_in(8), 0, 9, Bound::exact); // a mate 3 plies below the node
  REQUIRE(table.probe(key, 11, hit));
  CHECK(hit.score == mate_in(14));
  table.store(key, 5, move, mated_in(9), 0, 9, Bound::exact);
  REQUIRE(table.probe(key, 1, hit));
  CHECK(hit.score == mated_in(5));
  table.clear();
  CHECK_FALSE(table.probe(key, 0, hit));
}

TEST_CASE("a full table replaces shallow and old entries first") {
  TranspositionTable table;
  table.resize(1);
  const Key deep{42};
  table.store(deep, 0, {}, 1, 1, 30, Bound::exact);
  for (std::uint64_t i = 1; i < 4; ++i) { // the same cluster: small keys fall into the first one
    table.store(Key{i}, 0, {}, 1, 1, 2, Bound::exact);
  }
  table.store(Key{7}, 0, {}, 1, 1, 3, Bound::exact);
  TableHit hit;
  CHECK(table.probe(deep, 0, hit));
  CHECK(table.probe(Key{7}, 0, hit));
  for (int i = 0; i < 10; ++i) {
    table.next_generation();
  }
  for (std::uint64_t i = 100; i < 104; ++i) {
    table.store(Key{i}, 0, {}, 1, 1, 2, Bound::exact);
  }
  CHECK_FALSE(table.probe(deep, 0, hit));
}

TEST_CASE("moves as text, ranks from zero and from one") {
  const Move m{make_square(7, 9), make_square(6, 7)};
  CHECK(move_text(m, uci::RankBase::zero) == "h9g7");
  CHECK(move_text(m, uci::RankBase::one) == "h10g8");
  CHECK(parse_move("h9g7", uci::RankBase::zero) == m);
  CHECK(parse_move("h10g8", uci::RankBase::one) == m);
  CHECK(parse_move("H9-G7", uci::RankBase::zero) == m);
  for (const auto* bad : {"", "h", "h9", "h9g", "h9g77", "j9g7", "h9h9", "h10g8", "h-1g8", "zz"}) {
    INFO(bad);
    CHECK_FALSE(parse_move(bad, uci::RankBase::zero));
  }
  CHECK_FALSE(parse_move("h0g2", uci::RankBase::one));
  CHECK_FALSE(parse_move("h11g9", uci::RankBase::one));
}

TEST_CASE("time budgets stay within the clock") {
  Limits limits;
  CHECK(time_budget(limits, 10ms, 1).limit == 0ms);
  limits.move_time = 30ms;
  CHECK(time_budget(limits, 10ms, 1).limit == 30ms);
  limits = {};
  for (const auto left : {1ms, 20ms, 500ms, 60'000ms, 3'600'000ms}) {
    for (const int moves : {0, 1, 2, 40}) {
      limits.time_left = left;
      limits.moves_to_go = moves;
      const TimeBudget budget = time_budget(limits, 10ms, 1);
      INFO(left.count() << " ms, " << moves << " moves");
      CHECK(budget.limit >= 1ms);
      CHECK(budget.limit <= std::max(1ms, left));
      CHECK(budget.target <= budget.limit);
      CHECK(budget.target >= 1ms);
    }
  }
  limits.time_left = 60'000ms;
  limits.moves_to_go = 0;
  CHECK(time_budget(limits, 0ms, 1).target < 5'000ms);
}

TEST_CASE("a clock lasts for a long game, and is used in one of usual length") {
  Limits limits;
  limits.time_left = 600'000ms;
  limits.increment = 100ms;
  for (int move = 1; move <= 400; ++move) {
    const TimeBudget budget = time_budget(limits, 0ms, move);
    REQUIRE(budget.target >= 50ms);
    limits.time_left += limits.increment - budget.target;
    REQUIRE(limits.time_left > 0ms);
    if (move == 60) {
      CHECK(limits.time_left < 60'000ms);
    }
  }
}

TEST_CASE("exchanges with screens and guards") {
  const auto wins = [](std::string_view fen, std::string_view move, int threshold) {
    const auto reading = read_fen(fen);
    REQUIRE(reading);
    const Move m = parse_move(move, uci::RankBase::zero);
    REQUIRE(reading->position.is_pseudo_legal(m));
    return exchange_wins(reading->position, m, threshold);
  };
  const int pawn = exchange_value(PieceType::pawn);
  const int rook = exchange_value(PieceType::rook);
  // a free pawn is worth a pawn, not more
  const std::string_view free_pawn = "3k5/9/9/4p4/9/9/9/9/4R4/5K3 w - - 0 1";
  CHECK(wins(free_pawn, "e1e6", pawn));
  CHECK_FALSE(wins(free_pawn, "e1e6", pawn + 1));
  // guarded by a horse: a rook for a pawn
  const std::string_view guarded = "3k5/5n3/9/4p4/9/9/9/9/4R4/5K3 w - - 0 1";
  CHECK_FALSE(wins(guarded, "e1e6", 0));
  CHECK(wins(guarded, "e1e6", pawn - rook));
  // the horse's leg is blocked: free again
  CHECK(wins("3k5/5n3/5p3/4p4/9/9/9/9/4R4/5K3 w - - 0 1", "e1e6", pawn));
  // a cannon behind the rook has no screen left when the rook has moved up to the target
  CHECK_FALSE(wins("3k5/5n3/9/4p4/9/9/9/4R4/4C4/5K3 w - - 0 1", "e2e6", 0));
  // a cannon over a screen loses itself for the pawn
  const int cannon = exchange_value(PieceType::cannon);
  const std::string_view jump = "3k5/5n3/9/4p4/9/9/4P4/9/4C4/5K3 w - - 0 1";
  CHECK(wins(jump, "e1e6", pawn - cannon));
  CHECK_FALSE(wins(jump, "e1e6", pawn - cannon + 1));
  // with a rook to take back, it gets the horse for it
  const int back = pawn - cannon + exchange_value(PieceType::horse);
  const std::string_view backed = "3k5/5n3/9/R3p4/9/9/4P4/9/4C4/5K3 w - - 0 1";
  CHECK(wins(backed, "e1e6", back));
  CHECK_FALSE(wins(backed, "e1e6", back + 1));
  // a quiet move onto an attacked square
  CHECK_FALSE(wins("3k5/9/4r4/9/9/9/9/9/R8/5K3 w - - 0 1", "a1a7", 0));
}

TEST_CASE("gives_check sees direct, discovered and screened checks") {
  const auto check = [](std::string_view fen, std::string_view move) {
    const auto reading = read_fen(fen);
    REQUIRE(reading);
    const Move m = parse_move(move, uci::RankBase::zero);
    REQUIRE(reading->position.is_pseudo_legal(m));
    return reading->position.gives_check(m);
  };
  CHECK(check("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", "a1a9"));
  CHECK_FALSE(check("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", "a1a8"));
  CHECK(check("4k4/9/9/9/3P5/9/9/4C4/9/3K5 w - - 0 1", "d5e5"));       // becomes the screen
  CHECK_FALSE(check("4k4/9/9/9/3P5/9/9/4C4/9/3K5 w - - 0 1", "d5d6")); // does not
  CHECK(check("4k4/3P5/3N5/9/9/9/9/9/9/3K5 w - - 0 1", "d8c8"));       // frees the horse's leg
}
