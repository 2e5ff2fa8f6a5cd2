#include "record/normalise.hpp"
#include "record/rewrite.hpp"
#include "support/catch.hpp"
#include "support/random_games.hpp"

using namespace xq::record;

namespace {

constexpr int rounds = 400;

/// Headers as archives have them, with the oddities of random_record() among them.
void add_odd_tags(std::mt19937& random, Game& game) {
  static constexpr std::string_view values[] = {"　Ａ１  b ",      "83-7-24", "2001。3。17",
                                                "20090620-13：00", "红胜",    "和 棋",
                                                "０-１",           "White",   ""};
  static constexpr std::string_view names[] = {"White", "FenStr", "result", "DATE",
                                               "red",   "Site",   "Round",  "WhiteTeam"};
  for (auto n = random() % 5; n > 0; --n) {
    game.add_tag(names[random() % std::size(names)], values[random() % std::size(values)]);
  }
}

} // namespace

TEST_CASE("normalising twice is normalising once, and touches no move") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  Game game;
  for (int i = 0; i < rounds; ++i) {
    support::random_record(random, game);
    add_odd_tags(random, game);
    NormalisedCounts first;
    const Game once = normalised(game, first);
    NormalisedCounts second;
    const Game twice = normalised(once, second);
    REQUIRE(equal(once, twice));
    REQUIRE(second.total() == 0);
    Game moves_of_once = rewritten(once, tags_of(game));
    moves_of_once.set_result(game.result());
    REQUIRE(equal(moves_of_once, game));
  }
}

TEST_CASE("a game rewritten with its own text is the same game") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed + 1};
  Game game;
  for (int i = 0; i < rounds; ++i) {
    support::random_record(random, game);
    const auto same = [](std::string_view text) { return std::string{text}; };
    REQUIRE(equal(rewritten(game, tags_of(game), same), game));
    REQUIRE(rewritten(game, tags_of(game)).node_count() == game.node_count());
  }
}
