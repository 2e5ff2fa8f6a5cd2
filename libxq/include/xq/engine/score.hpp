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

} // namespace xq::engine
