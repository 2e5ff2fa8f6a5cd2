#include "jobs/match/match.hpp"
#include "support/catch.hpp"

#include <xq/base/error.hpp>
#include <xq/engine/searcher.hpp>

using namespace xq;

namespace {

jobs::MatchSetup small_match() {
  jobs::MatchSetup setup;
  for (jobs::MatchSide& side : setup.sides) {
    side.name = &side == setup.sides.data() ? "A" : "B";
    side.limits.nodes = 50;
    side.start = [] { return std::make_unique<engine::InternalEngine>(engine::Settings{}); };
  }
  setup.games = 4;
  setup.rules.referee.max_plies = 20;
  return setup;
}

} // namespace

TEST_CASE("a match is the same on any number of threads, and goes on where it was", "[threads]") {
  const auto setup = small_match();
  std::vector<jobs::MatchGame> games;
  jobs::MatchTotals totals;
  jobs::play_match(setup, 1, totals, [&](const jobs::MatchGame& g) { games.push_back(g); });
  REQUIRE(games.size() == 4);
  CHECK(totals.played == 4);
  CHECK(totals.score.games() == 4);
  CHECK(games[0].game.opening.moves == games[1].game.opening.moves);
  CHECK(games[0].game.opening.moves != games[2].game.opening.moves);
  const auto record = jobs::to_record(setup, games[1], {"E", "S", "D", "N", "M"});
  CHECK(record.tag("Red") == "B");
  CHECK(record.tag("Round") == "2");
  CHECK(record.plies() == static_cast<int>(games[1].game.moves.size()));

  auto rest = setup;
  rest.skip = 1;
  std::size_t number = 1;
  jobs::MatchTotals later;
  jobs::play_match(rest, 2, later, [&](const jobs::MatchGame& g) {
    CHECK(g.number == number);
    CHECK(g.game.moves == games[number++].game.moves);
  });
  CHECK(number == 4);
}

TEST_CASE("a cancelled match has no results and throws Interrupted", "[threads]") {
  auto setup = small_match();
  setup.cancelled = [] { return true; };
  jobs::MatchTotals totals;
  CHECK_THROWS_AS(jobs::play_match(setup, 2, totals, [](const auto&) {}), Interrupted);
  CHECK(totals.played == 0);
}
