#include <xq/book/book.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace xq::book {

namespace {

constexpr double unjudged = -40'000;

double score(const Counts& c, Color mover) {
  const double wins = mover == Color::red ? c.red_wins : c.black_wins;
  const double known = static_cast<double>(c.red_wins) + c.draws + c.black_wins;
  return 100 * (wins + 0.5 * c.draws + 1) / (known + 2);
}

double recency(const BookMove& m, int newest) {
  constexpr int half_life = 10;
  constexpr int unknown_age = 30;
  const int age = m.years.last == 0 ? unknown_age : newest - m.years.last;
  return m.counts.games * std::exp2(-static_cast<double>(age) / half_life);
}

} // namespace

std::vector<double> weights(const std::vector<BookMove>& moves, Color mover, Weighting weighting) {
  int newest = 0;
  for (const BookMove& m : moves) {
    newest = std::max<int>(newest, m.years.last);
  }
  std::vector<double> out;
  out.reserve(moves.size());
  for (const BookMove& m : moves) {
    out.push_back(weighting == Weighting::games     ? m.counts.games
                  : weighting == Weighting::score   ? score(m.counts, mover)
                  : weighting == Weighting::recency ? recency(m, newest)
                  : weighting == Weighting::engine  ? m.score ? m.score->score : unjudged
                                                    : average(m.levels));
  }
  return out;
}

void sort_by_weight(std::vector<BookMove>& moves, Color mover, Weighting weighting) {
  const std::vector<double> weight = weights(moves, mover, weighting);
  std::vector<std::size_t> order(moves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return weight[a] > weight[b]; });
  std::vector<BookMove> sorted;
  sorted.reserve(moves.size());
  for (const std::size_t i : order) {
    sorted.push_back(moves[i]);
  }
  moves = std::move(sorted);
}

} // namespace xq::book
