#pragma once

#include <xq/analysis/review.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>

namespace xq::jobs {

/// What the questions about a position cost on the average in units of the first one. The shares of
/// the positions that get a second, third and fourth look are between those measured in games of
/// masters (0.14, 0.06, 0.008) and of amateurs (0.32, 0.24, 0.023).
[[nodiscard]] inline double searches_a_position(const analysis::Looks& looks) noexcept {
  constexpr double looked_at_twice = 0.2;
  constexpr double looked_at_thrice = 0.12;
  constexpr double looked_at_four_times = 0.012;
  const auto cost = [](const std::optional<analysis::Effort>& look) {
    return look ? analysis::cost_of(*look) : 0;
  };
  return 1 + looked_at_twice * cost(looks.second) + looked_at_thrice * cost(looks.third) +
         looked_at_four_times * cost(looks.fourth);
}

/// How far a run over many games is. What a game still costs after the first look at each of its
/// positions is foretold by the games that are done. Any thread.
class WorkEstimate {
public:
  struct Game {
    std::uint64_t positions = 0;
    double cost = 0; ///< of its questions so far
  };
  /// `foretold`: the cost of a position as long as no game is done.
  explicit WorkEstimate(double foretold) : m_foretold{foretold} {}

  /// A game in work; it stays where it is until end().
  using Handle = std::list<Game>::iterator;

  [[nodiscard]] Handle begin(std::uint64_t positions) {
    const std::lock_guard lock{m_mutex};
    return m_games.insert(m_games.end(), {positions, 0});
  }
  /// A question of the game was answered, at so many times the cost of a first look.
  void add(Handle game, double cost) {
    const std::lock_guard lock{m_mutex};
    game->cost += cost;
  }
  void end(Handle game) {
    const std::lock_guard lock{m_mutex};
    m_positions += game->positions;
    m_cost += game->cost;
    m_games.erase(game);
  }
  /// The part of the work that is done, as a number of positions: those of all games at the end,
  /// less before it. It never falls.
  [[nodiscard]] std::uint64_t done() {
    const std::lock_guard lock{m_mutex};
    auto done = static_cast<double>(m_positions);
    const double rate = (m_cost + m_foretold * foretold_positions) / (done + foretold_positions);
    for (const Game& game : m_games) {
      const auto positions = static_cast<double>(game.positions);
      done += positions * share(game.cost / (positions * rate));
    }
    m_done = std::max(m_done, static_cast<std::uint64_t>(done));
    return m_done;
  }

private:
  /// How many positions of finished games have as much say as what was foretold: one game.
  static constexpr double foretold_positions = 80;

  /// The part of a game whose cost so far is this part of the foretold one: below 1, however dear
  /// the game turns out.
  static double share(double foretold) {
    constexpr double straight = 0.8;
    return foretold <= straight
               ? foretold
               : 1 - (1 - straight) * std::exp(-(foretold - straight) / (1 - straight));
  }

  const double m_foretold;
  std::mutex m_mutex;
  std::list<Game> m_games;
  std::uint64_t m_positions = 0; ///< of finished games
  double m_cost = 0;             ///< of finished games
  std::uint64_t m_done = 0;      ///< that was told last
};

} // namespace xq::jobs
