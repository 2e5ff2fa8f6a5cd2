#include "support/catch.hpp"

#include <xq/store/query.hpp>

using namespace xq;
using namespace xq::store;

TEST_CASE("a filter that asks for anything is not empty", "[store]") {
  CHECK(Filter{}.empty());
  // Every field of Filter, in turn: a new one fails to compile here until it is added.
  Filter filter;
  auto& [player, red, black, event, from, until, result, ecco, openings, min_plies, position,
         unique, names] = filter;
  const auto asks = [&filter](auto& field, auto value) {
    const auto nothing = field;
    field = std::move(value);
    const bool empty = filter.empty();
    field = nothing;
    return !empty && filter.empty();
  };
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
  CHECK(asks(min_plies, 1));
  CHECK(asks(position, std::optional{PositionFilter{}}));
  CHECK(asks(unique, true));
  CHECK_FALSE(asks(names, std::make_shared<const record::Aliases>())); // no condition by itself
}
