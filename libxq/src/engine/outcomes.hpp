#pragma once

#include <xq/engine/engine.hpp>

namespace xq::engine {

/// A score for Red as `side` has it, and a score of `side` as Red has it.
[[nodiscard]] constexpr Score seen_by(Color side, Score score) noexcept {
  return side == Color::red ? score : -score;
}

/// Wins, draws and losses of strong players: a side with the score s wins with probability
/// 1 / (1 + exp((win_margin - s) / win_scale)) and loses with that of -s; the rest are draws. A
/// difference of half a pawn changes the expected points little in a level position, and most
/// where s is near win_margin. Both numbers, in centipawns, are chosen so that the marks of
/// `xq annotate` agree with a stronger engine, see docs/annotate.md.
inline constexpr double win_margin = 280;
inline constexpr double win_scale = 80;

/// Probabilities that the side to which a score belongs wins and loses.
struct Outcomes {
  double win = 0;
  double loss = 0;

  /// Expected points, a draw counting as half of one.
  [[nodiscard]] double points() const noexcept { return (1 + win - loss) / 2; }
};
/// A decided score is won or lost for certain.
[[nodiscard]] Outcomes outcomes_of(Score score) noexcept;

} // namespace xq::engine
