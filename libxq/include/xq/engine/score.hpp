#pragma once

#include <xq/engine/engine.hpp>

namespace xq::engine {

/// Above every score.
inline constexpr Score infinite_score = 31000;
/// Won by a verdict on repetition, less the plies to the repeated position: decisive, but no mate.
inline constexpr Score rule_win = 28500;
/// |score| of at least this is a win by mate or rule, counted in plies.
inline constexpr Score decided_score = 28000;

[[nodiscard]] constexpr Score mated_in(int plies) noexcept { return -mate_value + plies; }
[[nodiscard]] constexpr Score mate_in(int plies) noexcept { return mate_value - plies; }
[[nodiscard]] constexpr bool is_decided(Score s) noexcept {
  return s >= decided_score || s <= -decided_score;
}

/// How games between strong players end: a side whose score is `score` wins with probability
/// 1 / (1 + exp((win_margin - score) / win_scale)), the other one likewise, else it is a draw. So
/// half a pawn in the opening means little, and much around the margin. Fitted to what a stronger
/// engine saw, see docs/annotate.md.
inline constexpr double win_margin = 320;
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
