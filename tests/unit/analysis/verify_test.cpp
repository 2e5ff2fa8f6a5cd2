#include "support/games.hpp"

#include <xq/analysis/verify.hpp>

using namespace xq;
using record::Result;

namespace {

std::vector<ProblemCode> codes(const record::Game& game) {
  std::vector<ProblemCode> out;
  for (const auto& p : game.problems) {
    out.push_back(p.code);
  }
  return out;
}

const std::string stalemate_in_one = "3k5/9/4P4/9/9/9/9/9/9/4K4 w";

} // namespace

TEST_CASE("a result that the board contradicts is found") {
  auto open = support::game(std::string{start_fen}, "h2e2", Result::draw);
  analysis::verify(open);
  CHECK(open.problems.empty()); // the game goes on: any result can be agreed
  for (const Result result : {Result::draw, Result::black_wins, Result::unknown}) {
    auto stalemate = support::game(stalemate_in_one, "e7e8", result);
    analysis::verify(stalemate);
    REQUIRE(codes(stalemate) == std::vector{ProblemCode::result_contradicts_position});
    CHECK(stalemate.problems[0].message.find("Black is stalemated") == 0);
    CHECK(stalemate.problems[0].ply == 1);
    CHECK(stalemate.usable());
  }
  auto right = support::game(stalemate_in_one, "e7e8", Result::red_wins);
  analysis::verify(right);
  CHECK(right.problems.empty());
}

TEST_CASE("Black can win by mate, too") {
  auto mate = support::game("3k5/9/9/9/9/9/9/r8/5r3/4K4 b", "a2a0", Result::red_wins);
  analysis::verify(mate);
  REQUIRE(codes(mate) == std::vector{ProblemCode::result_contradicts_position});
  CHECK(mate.problems[0].message.find("Red is checkmated") == 0);
}

TEST_CASE("headers are looked at") {
  auto game = support::game(std::string{start_fen}, "h2e2");
  game.add_tag("Red", "");
  game.add_tag("Date", "yesterday");
  analysis::verify(game);
  CHECK(codes(game) == std::vector{ProblemCode::bad_date, ProblemCode::missing_tag});
  for (const char* date : {"", "????.??.??", "-", "1998.12.??", "1963年8月15日"}) {
    auto dated = support::game(std::string{start_fen}, "h2e2");
    dated.add_tag("Red", "a");
    dated.add_tag("Black", "b");
    dated.add_tag("Date", date);
    analysis::verify(dated);
    INFO(date);
    CHECK(dated.problems.empty());
  }
}

TEST_CASE("a move refused after the end is called so") {
  auto game = support::game(stalemate_in_one, "e7e8", Result::red_wins);
  game.problems.push_back(make_problem(ProblemCode::illegal_move, "no", "将5进1", {}, 2));
  analysis::verify(game);
  CHECK(codes(game) == std::vector{ProblemCode::move_after_mate});
  auto open = support::game(std::string{start_fen}, "h2e2");
  open.problems.push_back(make_problem(ProblemCode::illegal_move, "no", "将5进5", {}, 2));
  analysis::verify(open);
  CHECK(codes(open) == std::vector{ProblemCode::illegal_move});
}

TEST_CASE("sums do not depend on the order") {
  auto good = support::game(std::string{start_fen}, "h2e2 h9g7");
  auto bad = support::game(std::string{start_fen}, "h2e2");
  bad.problems.push_back(make_problem(ProblemCode::illegal_move, "no"));
  auto odd = support::game(std::string{start_fen}, "");
  odd.problems.push_back(make_problem(ProblemCode::bad_date, "no"));
  analysis::VerifySummary a;
  analysis::VerifySummary b;
  a.add(good);
  a.add(bad);
  b.add(odd);
  b.add(a);
  CHECK(b.games == 3);
  CHECK(b.ok == 1);
  CHECK(b.with_errors == 1);
  CHECK(b.with_warnings == 1);
  CHECK(b.plies == 3);
  CHECK(b.by_code[static_cast<std::size_t>(ProblemCode::illegal_move)] == 1);
  CHECK(b.by_code[static_cast<std::size_t>(ProblemCode::bad_date)] == 1);
}
