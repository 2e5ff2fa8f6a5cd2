#include "support/catch.hpp"

#include <xq/book/book.hpp>

using namespace xq;
using namespace xq::book;

namespace {

Move move(int to) { return {make_square(0, 0), make_square(0, to)}; }

const std::vector<BookMove> moves{
    {move(1), {100, 30, 40, 30}, {1960, 1980}},
    {move(2), {20, 12, 6, 2}, {1999, 2010}},
    {move(3), {3, 0, 0, 0}, {0, 0}},
    {move(4), {1, 1, 0, 0}, {2000, 2000}},
};

} // namespace

TEST_CASE("moves weigh their games, their score for the mover, or how new they are", "[book]") {
  CHECK(weights(moves, Color::red, Weighting::games) == std::vector<double>{100, 20, 3, 1});
  const auto red = weights(moves, Color::red, Weighting::score);
  CHECK(red[0] == Approx(50));
  CHECK(red[1] == Approx(100.0 * 16 / 22));
  CHECK(red[2] == Approx(50));
  CHECK(red[3] == Approx(100.0 * 2 / 3));
  const auto black = weights(moves, Color::black, Weighting::score);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    CHECK(red[i] + black[i] == Approx(100));
  }
  const auto recent = weights(moves, Color::red, Weighting::recency);
  CHECK(recent[0] == Approx(100 / 8.0));
  CHECK(recent[1] == Approx(20));
  CHECK(recent[2] == Approx(3 / 8.0));
  CHECK(recent[3] == Approx(0.5));
}

TEST_CASE("moves are sorted by weight, equal ones stay as they were", "[book]") {
  auto sorted = moves;
  sort_by_weight(sorted, Color::red, Weighting::score);
  CHECK(sorted[0].move == move(2));
  CHECK(sorted[1].move == move(4));
  CHECK(sorted[2].move == move(1));
  CHECK(sorted[3].move == move(3));
  CHECK(weights({}, Color::red, Weighting::recency).empty());
}
