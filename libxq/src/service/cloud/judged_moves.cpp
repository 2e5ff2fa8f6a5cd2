#include "service/cloud/judged_moves.hpp"

#include <xq/analysis/review.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace xq::service {

namespace {

constexpr int good_centipawns = 50;
constexpr double equal_percent = 0.5;
constexpr double good_percent = 5;
constexpr double main_line_share = 0.1;

double points(const book::Counts& counts, Color mover) noexcept {
  const auto wins = mover == Color::red ? counts.red_wins : counts.black_wins;
  return wins + counts.draws / 2.0;
}
double known_results(const book::Counts& counts) noexcept {
  return double{1} * counts.red_wins + counts.draws + counts.black_wins;
}

/// Gives the moves whose results are known the score that these mean.
void score_by_results(std::vector<JudgedMove>& judged, const std::vector<book::BookMove>& moves,
                      Color mover) {
  for (JudgedMove& out : judged) {
    const auto found = std::ranges::find(moves, out.move, &book::BookMove::move);
    if (known_results(found->counts) > 0) {
      out.score = analysis::score_of_probability(safe_winrate(found->counts, mover) / 100);
      out.from_results = true;
    }
  }
}

} // namespace

double safe_winrate(const book::Counts& counts, Color mover) noexcept {
  const double n = known_results(counts);
  if (n == 0) {
    return 0;
  }
  constexpr double z = 1.96;
  const double p = points(counts, mover) / n;
  const double middle = p + z * z / (2 * n);
  const double half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return 100 * (middle - half) / (1 + z * z / n);
}

void rank_moves(std::vector<JudgedMove>& moves, const std::vector<double>& safe_winrates) {
  std::vector<std::size_t> order(moves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto& x = moves[a];
    const auto& y = moves[b];
    if (x.score || y.score) {
      return x.score && (!y.score || *x.score > *y.score);
    }
    return safe_winrates[a] > safe_winrates[b];
  });
  double games = 0;
  double won = 0;
  for (const auto& move : moves) {
    games += move.games;
    won += move.games * move.winrate;
  }
  std::vector<JudgedMove> sorted;
  for (const auto i : order) {
    sorted.push_back(moves[i]);
    auto& move = sorted.back();
    const auto& best = sorted.front();
    if (best.score) {
      const int worse = move.score ? *best.score - *move.score : good_centipawns + 1;
      move.rank = worse == 0 ? 2 : worse <= good_centipawns ? 1 : 0;
    } else {
      const double worse = safe_winrates[order.front()] - safe_winrates[i];
      const bool main_line = move.games > 0 && move.games >= main_line_share * games &&
                             move.winrate >= won / games - good_percent;
      move.rank = worse <= equal_percent ? 2 : worse <= good_percent || main_line ? 1 : 0;
    }
  }
  moves = std::move(sorted);
}

std::vector<JudgedMove> judge(const std::vector<book::BookMove>& moves, Color mover,
                              Unjudged unjudged) {
  std::vector<JudgedMove> judged;
  std::vector<double> safe;
  for (const auto& move : moves) {
    const double n = known_results(move.counts);
    auto& out = judged.emplace_back();
    out.move = move.move;
    out.games = move.counts.games;
    out.winrate = n == 0 ? 50.0 : 100 * points(move.counts, mover) / n;
    if (move.score) {
      out.score = move.score->score;
      out.winrate = 100 * analysis::winning_probability(move.score->score);
    }
    safe.push_back(safe_winrate(move.counts, mover));
  }
  rank_moves(judged, safe);
  const bool by_engine =
      std::ranges::any_of(judged, [](const JudgedMove& m) { return m.score.has_value(); });
  if (unjudged == Unjudged::score_of_results && !by_engine) {
    score_by_results(judged, moves, mover);
  }
  return judged;
}

} // namespace xq::service
