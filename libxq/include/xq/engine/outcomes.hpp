#pragma once

#include <xq/engine/score.hpp>

namespace xq::engine {

/// How games between strong players end: a side whose score is `score` wins with probability
/// 1 / (1 + exp((win_margin - score) / win_scale)), the other one likewise, else it is a draw. So
/// half a pawn in the opening means little, and much around the margin. Fitted to what a stronger
/// engine saw, see docs/annotate.md.
inline constexpr double win_margin = 340;
inline constexpr double win_scale = 100;

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
