#include "analysis/solve/solve.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"

#include <xq/board/fen.hpp>

#include <cstdint>
#include <string_view>

using namespace xq;
using analysis::Answer;
using record::Result;

namespace {

constexpr std::uint64_t memory = 16U << 20U;

analysis::SolvedProblem solved(std::string_view fen, const analysis::Claim& claim,
                               endings::Library& tables) {
  record::Game game;
  game.set_start(read_fen(fen).value().position);
  analysis::SolveOptions options;
  options.nodes = 100'000;
  options.claim = claim;
  options.tables = &tables;
  return analysis::solve(game, options);
}

// Rook against an advisor; in the first Red mates in three.
constexpr std::string_view near = "3k5/4a4/9/9/9/9/9/9/R8/4K4 w";
constexpr std::string_view level = "4k4/4a4/9/p8/9/9/P8/9/4A4/4K4 w";
constexpr std::string_view far = "4ka3/9/9/9/9/9/9/9/R8/3K5 w";

/// Says what a test wants: of the start at the first look, of it at the second, and of the end of
/// the main line.
class ThreeAnswers final : public analysis::Analyst {
public:
  ThreeAnswers(engine::Score first, engine::Score second, engine::Score end)
      : m_first{first}, m_second{second}, m_end{end} {}

  analysis::Evaluation analyse(const analysis::Question& question) override {
    analysis::Evaluation out;
    const bool at_start = question.position().key() == m_start.key();
    out.score = !at_start                                     ? m_end
                : question.effort() == analysis::Effort::full ? m_first
                                                              : m_second;
    ++asked;
    return out;
  }
  void stop() noexcept override {}

  int asked = 0;

private:
  Position m_start = read_fen(level).value().position;
  engine::Score m_first, m_second, m_end;
};

} // namespace

TEST_CASE("a value contradicts a claim only when more nodes and the end of the line do, too") {
  const auto answer = [](ThreeAnswers& oracle, Result claimed, bool has_line = true) {
    record::Game game;
    game.set_start(read_fen(level).value().position);
    if (has_line) {
      game.add_move(record::root_node, support::squares("a3a4"));
    }
    analysis::SolveOptions options;
    options.nodes = 1'000;
    options.claim = analysis::Claim{claimed, 0, "test", {}};
    options.analyst = &oracle;
    return analysis::solve(game, options).answer;
  };
  ThreeAnswers agrees{900, 0, 0};
  CHECK(answer(agrees, Result::red_wins) == Answer::likely);
  CHECK(agrees.asked == 1);
  ThreeAnswers late{0, 900, 0};
  CHECK(answer(late, Result::red_wins) == Answer::likely);
  ThreeAnswers undecided{0, 300, 0};
  CHECK(answer(undecided, Result::red_wins) == Answer::open);
  ThreeAnswers shown{-900, -900, 900};
  CHECK(answer(shown, Result::red_wins) == Answer::open);
  CHECK(answer(shown, Result::red_wins, false) == Answer::unlikely);
  ThreeAnswers against{-900, -900, -900};
  CHECK(answer(against, Result::red_wins) == Answer::unlikely);
  ThreeAnswers draw{-900, -900, 10};
  CHECK(answer(draw, Result::draw) == Answer::open);
}

TEST_CASE("a mate that is claimed and near takes no table") {
  bool counted = false;
  endings::Library tables{{{}, memory, true, [&counted] { return counted = true; }}};
  for (const int moves : {3, 0}) {
    const auto found = solved(near, {Result::red_wins, moves, "test", {}}, tables);
    CHECK(found.answer == Answer::proved);
    REQUIRE(found.mate);
    CHECK(found.mate->moves == 3);
    CHECK(found.mate->shortest);
    CHECK_FALSE(found.table);
  }
  CHECK_FALSE(counted);
  // a claim that such a mate does not prove is for the table
  CHECK(solved(near, {Result::red_wins, 2, "test", {}}, tables).table);
  CHECK(solved(far, {Result::draw, 0, "test", {}}, tables).answer == Answer::refuted);
  CHECK(counted);
}

TEST_CASE("a claim about a position that no game reaches is neither proved nor refuted") {
  endings::Library tables{{{}, memory}};
  const auto answer = [&tables](std::string_view fen, Result result) {
    record::Game game;
    game.set_start(read_fen(fen, OpenKing::warning).value().position);
    analysis::SolveOptions options;
    options.nodes = 10'000;
    options.claim = analysis::Claim{result, 0, "test", {}};
    options.tables = &tables;
    return analysis::solve(game, options);
  };
  for (const auto result : {Result::red_wins, Result::black_wins, Result::draw, Result::unknown}) {
    for (const std::string_view fen : {"4k4/9/9/9/9/9/9/9/9/R3K4 w", "4k4/9/9/9/9/9/9/9/9/R3K4 b",
                                       "3k5/9/9/9/9/9/3R5/9/9/4K4 w"}) {
      const auto found = answer(fen, result);
      CHECK(found.answer == Answer::impossible);
      CHECK_FALSE(found.fault.empty());
      CHECK_FALSE(found.mate);
      CHECK_FALSE(found.table);
    }
    // an advisor on a point that it never reaches is a slip, and the rest can be played
    CHECK(answer("3k5/9/9/9/9/9/9/9/A8/R3K4 w", result).answer != Answer::impossible);
    // who is in check and has the move may be in the middle of a game
    CHECK(answer("3k5/9/9/9/9/9/3R5/9/9/4K4 b", result).answer != Answer::impossible);
  }
}

TEST_CASE("answers do not depend on the tables that were counted before") {
  endings::Library first{{{}, memory}};
  endings::Library second{{{}, memory}};
  const analysis::Claim in_three{Result::red_wins, 3, "test", {}};
  const analysis::Claim draw{Result::draw, 0, "test", {}};
  const auto near_before = solved(near, in_three, first);
  const auto far_after = solved(far, draw, first);
  const auto far_before = solved(far, draw, second);
  const auto near_after = solved(near, in_three, second);
  CHECK(near_before.table.has_value() == near_after.table.has_value());
  CHECK(near_before.nodes == near_after.nodes);
  REQUIRE(far_before.table);
  REQUIRE(far_after.table);
  CHECK(far_before.table->moves == far_after.table->moves);
  CHECK(far_before.nodes == far_after.nodes);
}
