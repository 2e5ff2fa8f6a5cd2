#include "match/match.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xq::match {

namespace {

/// Mean and variance of a pair's share of the points.
struct Spread {
  double pairs = 0;
  double mean = 0.5;
  double variance = 0;
};
Spread spread_of(const std::array<int, 5>& pairs) {
  Spread spread;
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double share = static_cast<double>(i) / 4;
    const double count = pairs[i];
    spread.pairs += count;
    sum += count * share;
    squares += count * share * share;
  }
  if (spread.pairs > 0) {
    spread.mean = sum / spread.pairs;
    spread.variance = std::max(0.0, squares / spread.pairs - spread.mean * spread.mean);
  }
  return spread;
}

double elo_of_share(double p) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return p <= 0 ? -infinity : p >= 1 ? infinity : 400 * std::log10(p / (1 - p));
}

double share_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

/// Among the distributions with this mean, the one under which the counts are likeliest gives each
/// outcome its observed frequency over 1 + t (share - mean); this is t. (Lagrange's condition; the
/// sum below falls in t, so bisection finds its zero.)
double likeliest_tilt(const std::array<int, 5>& pairs, double prior, double mean) {
  double low = -1 / (1 - mean); // where 1 + t (share - mean) would reach 0 for an outcome
  double high = 1 / mean;
  for (int i = 0; i < 100; ++i) {
    const double tilt = (low + high) / 2;
    double sum = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const double distance = static_cast<double>(k) / 4 - mean;
      sum += (pairs[k] + prior) * distance / (1 + tilt * distance);
    }
    (sum > 0 ? low : high) = tilt;
  }
  return (low + high) / 2;
}

/// The probability that the true mean is above one half.
double superiority(const Spread& spread) {
  const double lead = spread.mean - 0.5;
  const double error = std::sqrt(spread.variance / spread.pairs);
  if (error <= 0) {
    return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
  }
  return 0.5 * std::erfc(-lead / error / std::sqrt(2.0));
}

/// All pairs brought the same. Who wins n games of n wins one with at least the probability p where
/// p^n is 5 %, and is the stronger with 1 - 2^-(n + 1), all p being alike before the first game.
MatchScore::Elo without_spread(const Spread& spread) {
  const double value = elo_of_share(spread.mean);
  if (std::isfinite(value)) {
    return {value, value, value, true, superiority(spread)};
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double games = 2.0 * spread.pairs;
  const double bound = elo_of_share(std::pow(0.05, 1 / games));
  const double sure = 1 - std::pow(0.5, games + 1);
  return value > 0 ? MatchScore::Elo{value, bound, infinity, true, sure}
                   : MatchScore::Elo{value, -infinity, -bound, true, 1 - sure};
}

} // namespace

void MatchScore::count(int points) {
  m_wins += points == 2 ? 1 : 0;
  m_draws += points == 1 ? 1 : 0;
  m_losses += points == 0 ? 1 : 0;
}

void MatchScore::add(int points) {
  count(points);
  if (m_open) {
    ++m_pairs[static_cast<std::size_t>(*m_open + points)];
    m_open.reset();
  } else {
    m_open = points;
  }
}

double MatchScore::share() const noexcept {
  return games() == 0 ? 0.5 : (m_wins + 0.5 * m_draws) / games();
}

std::optional<MatchScore::Elo> MatchScore::elo() const {
  const Spread spread = spread_of(m_pairs);
  if (spread.pairs == 0) {
    return std::nullopt;
  }
  if (std::count_if(m_pairs.begin(), m_pairs.end(), [](int n) { return n > 0; }) == 1) {
    return without_spread(spread);
  }
  const double error = 1.96 * std::sqrt(spread.variance / spread.pairs);
  return Elo{elo_of_share(spread.mean), elo_of_share(spread.mean - error),
             elo_of_share(spread.mean + error), false, superiority(spread)};
}

double Sprt::lower_bound() const noexcept { return std::log(beta / (1 - alpha)); }
double Sprt::upper_bound() const noexcept { return std::log((1 - beta) / alpha); }

double Sprt::ratio(const MatchScore& score) const noexcept {
  constexpr double prior = 0.001; // no outcome has probability 0
  if (spread_of(score.pairs()).pairs == 0) {
    return 0;
  }
  const double share0 = share_of_elo(elo0);
  const double share1 = share_of_elo(elo1);
  const double tilt0 = likeliest_tilt(score.pairs(), prior, share0);
  const double tilt1 = likeliest_tilt(score.pairs(), prior, share1);
  double sum = 0;
  for (std::size_t i = 0; i < score.pairs().size(); ++i) {
    const double share = static_cast<double>(i) / 4;
    sum += (score.pairs()[i] + prior) *
           std::log((1 + tilt0 * (share - share0)) / (1 + tilt1 * (share - share1)));
  }
  return sum;
}

Sprt::State Sprt::state(const MatchScore& score) const noexcept {
  const double value = ratio(score);
  return value >= upper_bound()   ? State::accepted_elo1
         : value <= lower_bound() ? State::accepted_elo0
                                  : State::open;
}

} // namespace xq::match
