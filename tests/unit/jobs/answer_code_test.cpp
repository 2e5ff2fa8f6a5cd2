#include "jobs/solving/answer_code.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"

#include <xq/board/fen.hpp>

using namespace xq;
using analysis::SolutionFinding;

namespace {

using support::squares;

analysis::SolvedProblem everything() {
  analysis::SolvedProblem out;
  out.answer = analysis::Answer::refuted;
  out.nodes = 1'234'567'890'123;
  out.mate = analysis::ForcedMate{Color::black, {squares("h2e2"), squares("e9e8")}, 1, true, false};
  out.evaluation = analysis::Evaluation{-725, 12, 100'000, {{-725, {squares("a0a1")}}}};
  out.findings.push_back(
      {SolutionFinding::Kind::other_end, 7, 3, squares("b0c2"), {squares("a9a8")}});
  return out;
}

} // namespace

TEST_CASE("an answer comes back from its bytes") {
  const auto before = everything();
  const auto bytes = jobs::encode_answer(before);
  const auto after = jobs::decode_answer(bytes);
  REQUIRE(after);
  CHECK(after->answer == before.answer);
  CHECK(after->nodes == before.nodes);
  REQUIRE(after->mate);
  CHECK(after->mate->winner == Color::black);
  CHECK(after->mate->line == before.mate->line);
  CHECK(after->mate->by_checks);
  CHECK_FALSE(after->mate->shortest);
  REQUIRE(after->evaluation);
  CHECK(after->evaluation->score == -725);
  CHECK(after->evaluation->lines.front().moves == before.evaluation->lines.front().moves);
  REQUIRE(after->findings.size() == 1);
  CHECK(after->findings[0].kind == SolutionFinding::Kind::other_end);
  CHECK(after->findings[0].line == before.findings[0].line);
  CHECK(jobs::encode_answer(*after) == bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK_FALSE(jobs::decode_answer(std::string_view{bytes}.substr(0, size)));
  }
  CHECK_FALSE(jobs::decode_answer(bytes + 'x'));
}

TEST_CASE("a problem is another one with another move, comment or claim") {
  record::Game game;
  game.set_start(read_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w").value());
  const analysis::Claim claim{record::Result::red_wins, 0, {}, {}, {}};
  const auto key = jobs::problem_key(game, claim);
  CHECK(jobs::problem_key(game, claim) == key);
  CHECK_FALSE(jobs::problem_key(game, {record::Result::draw, 0, {}, {}, {}}) == key);
  game.add_move(record::root_node, squares("a0a1"));
  const auto moved = jobs::problem_key(game, claim);
  CHECK_FALSE(moved == key);
  game.add_comment(1, "红胜");
  CHECK_FALSE(jobs::problem_key(game, claim) == moved);
}
