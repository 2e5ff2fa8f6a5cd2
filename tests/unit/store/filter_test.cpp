#include "support/catch.hpp"

#include <xq/store/query.hpp>

#include <vector>

using namespace xq;
using namespace xq::store;

TEST_CASE("a filter that asks for anything is not empty", "[store]") {
  CHECK(Filter{}.empty());
  // Every field of Filter, in turn: a new one fails to compile here until it is added.
  Filter filter;
  auto& [games, player, red, black, event, site, from, until, result, ecco, openings, opening,
         red_level, black_level, min_plies, max_plies, comment, marks, source, position, path,
         mirrored, exchanged, ply, unique, names] = filter;
  const auto asks = [&filter](auto& field, auto value) {
    const auto nothing = field;
    field = std::move(value);
    const bool empty = filter.empty();
    field = nothing;
    return !empty && filter.empty();
  };
  CHECK(asks(games, std::vector<GameRange>{{1, 2}}));
  CHECK(asks(player, std::string{"徐天红"}));
  CHECK(asks(red, std::string{"徐天红"}));
  CHECK(asks(black, std::string{"徐天红"}));
  CHECK(asks(event, std::string{"五羊杯"}));
  CHECK(asks(from, std::int64_t{19800000}));
  CHECK(asks(until, std::int64_t{19800000}));
  CHECK(asks(result, std::optional{record::Result::draw}));
  CHECK(asks(result, std::optional{record::Result::unknown}));
  CHECK(asks(ecco, std::string{"C"}));
  CHECK(asks(openings, std::vector<std::string>{"C01"}));
  CHECK(asks(site, std::string{"广州"}));
  CHECK(asks(opening, std::string{"屏风马"}));
  CHECK(asks(red_level, std::optional{Range{2400, 4095}}));
  CHECK(asks(black_level, std::optional{Range{0, 0}}));
  CHECK(asks(min_plies, 1));
  CHECK(asks(max_plies, std::optional{0}));
  CHECK(asks(comment, std::string{"弃车"}));
  CHECK(asks(marks, std::vector<std::uint16_t>{4}));
  CHECK(asks(source, std::string{"a.pgn"}));
  CHECK(asks(path, PiecePath{{PiecePath::Step{}}}));
  // What says how position and path are looked for is no condition by itself.
  CHECK_FALSE(asks(mirrored, false));
  CHECK_FALSE(asks(exchanged, true));
  CHECK_FALSE(asks(ply, std::optional{Range{1, 2}}));
  CHECK(asks(position, std::optional{PositionFilter{}}));
  CHECK(asks(unique, true));
  CHECK_FALSE(asks(names, std::make_shared<const record::Aliases>())); // no condition by itself
}

TEST_CASE("a filter of numbers looks at the place of a game", "[store]") {
  const Matcher matches{Filter{.games = {{2, 2}, {5, 7}}}};
  record::Game game;
  std::vector<std::uint64_t> passing;
  for (game.number = 1; game.number < 10; ++game.number) {
    if (matches(game)) {
      passing.push_back(game.number);
    }
  }
  CHECK(passing == std::vector<std::uint64_t>{2, 5, 6, 7});
}
