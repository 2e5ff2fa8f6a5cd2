#include "engine/outcomes.hpp"
#include "support/catch.hpp"

using namespace xq::engine;

TEST_CASE("outcomes are probabilities that follow the score") {
  double points = 0;
  for (Score score = -decided_score + 1; score < decided_score; score += score % 7 == 0 ? 1 : 13) {
    INFO("score " << score);
    const Outcomes outcomes = outcomes_of(score);
    REQUIRE(outcomes.win >= 0);
    REQUIRE(outcomes.loss >= 0);
    REQUIRE(outcomes.win + outcomes.loss <= 1 + 1e-12); // the rest are draws
    REQUIRE(outcomes.points() >= points);
    points = outcomes.points();
    const Outcomes other = outcomes_of(-score);
    REQUIRE(other.win == outcomes.loss);
    REQUIRE(other.loss == outcomes.win);
  }
  CHECK(outcomes_of(0).points() == Approx(0.5));
  CHECK(outcomes_of(static_cast<Score>(win_margin)).win == Approx(0.5));
  CHECK(outcomes_of(mate_in(5)).win == 1);
  CHECK(outcomes_of(mated_in(4)).loss == 1);
  CHECK(outcomes_of(-rule_win).points() == 0);
}
