#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace xq::match {

/// Wins, draws and losses of the first player, and games in pairs with colours reversed.
class MatchScore {
public:
  /// `points` of the first player in half points (0, 1, 2); games 2k and 2k+1 are a pair.
  void add(int points);
  /// A game without a counterpart: it is counted, but not in a pair.
  void add_single(int points) { count(points); }

  struct Elo {
    double value = 0;
    double low = 0; ///< 95 % interval, from the spread of the pairs
    double high = 0;
    /// All pairs brought the same, so that their spread says nothing: where all games were won or
    /// lost, low or high is a bound with 95 %, the rest infinite; else low and high are value.
    bool no_spread = false;
    /// Likelihood of superiority: the probability, 0 to 1, that the first player is the stronger.
    double superiority = 0.5;
  };
  [[nodiscard]] int games() const noexcept { return m_wins + m_draws + m_losses; }
  [[nodiscard]] int wins() const noexcept { return m_wins; }
  [[nodiscard]] int draws() const noexcept { return m_draws; }
  [[nodiscard]] int losses() const noexcept { return m_losses; }
  [[nodiscard]] double share() const noexcept; ///< of the points, 0 to 1
  /// The value is infinite when one side has won all games of the pairs; none before the first pair
  /// is complete.
  [[nodiscard]] std::optional<Elo> elo() const;
  /// How many pairs brought 0, 1, ... 4 half points.
  [[nodiscard]] const std::array<int, 5>& pairs() const noexcept { return m_pairs; }

private:
  void count(int points);

  int m_wins = 0;
  int m_draws = 0;
  int m_losses = 0;
  std::array<int, 5> m_pairs{};
  std::optional<int> m_open; ///< points of a pair's first game
};

/// A sequential probability ratio test: is the first player stronger by `elo1`, or only by `elo0`?
struct Sprt {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05; ///< chance to accept elo1 when elo0 is true
  double beta = 0.05;  ///< chance to accept elo0 when elo1 is true

  [[nodiscard]] double lower_bound() const noexcept; ///< elo0 is accepted at or below it
  [[nodiscard]] double upper_bound() const noexcept; ///< elo1 is accepted at or above it
  /// Logarithm of the likelihood ratio of the pairs so far: of the distributions of a pair's five
  /// outcomes that have the mean expected under elo0, or elo1, each at its likeliest. 0 before the
  /// first pair. Each outcome has a prior of a thousandth of a pair.
  [[nodiscard]] double ratio(const MatchScore& score) const noexcept;

  enum class State : std::uint8_t { open, accepted_elo0, accepted_elo1 };
  [[nodiscard]] State state(const MatchScore& score) const noexcept;
};

} // namespace xq::match
