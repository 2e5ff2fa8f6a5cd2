#include "engine/search/vote.hpp"
#include "support/catch.hpp"

#include <vector>

using namespace xq;
using namespace xq::engine;

TEST_CASE("threads vote by depth and score, the main one where they are even") {
  const Move a = Move{make_square(7, 2), make_square(4, 2)};
  const Move b = Move{make_square(1, 2), make_square(4, 2)};
  const auto of = [](std::vector<Vote> votes) { return elected(votes); };
  CHECK(of({{a, 20, 10}}) == 0);
  CHECK(of({{a, 20, 10}, {b, 20, 10}}) == 0);
  CHECK(of({{a, 20, 10}, {b, 20, 11}}) == 1);
  CHECK(of({{a, 20, 10}, {b, 40, 10}}) == 1);
  CHECK(of({{a, 20, 10}, {b, 15, 9}}) == 0);
  // two together against a deeper one, and of the two the deeper one answers
  CHECK(of({{a, 20, 11}, {b, 20, 9}, {b, 20, 10}}) == 2);
  // who has searched nothing has no vote
  CHECK(of({{a, 20, 10}, {b, 900, 0}}) == 0);
  CHECK(of({{a, -infinite_score, 0}, {b, -300, 5}}) == 1);
  // the shorter mate, and no mate before one is found
  CHECK(of({{a, mate_in(9), 12}, {b, mate_in(5), 8}}) == 1);
  CHECK(of({{a, 800, 20}, {b, mate_in(7), 9}}) == 1);
  CHECK(of({{a, mate_in(7), 9}, {b, 800, 20}}) == 0);
}
