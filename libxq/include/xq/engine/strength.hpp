#pragma once

#include <xq/engine/engine.hpp>

#include <cstdint>
#include <span>

namespace xq::engine {

inline constexpr int full_level = 20; ///< levels of strength are 0 to this, which limits nothing
/// What a person chooses from: levels of play are 1 to this, of which the last is full_level.
inline constexpr int play_levels = 8;
/// The level of strength of a level of play, which is brought into its bounds.
[[nodiscard]] int skill_of_play_level(int level) noexcept;
/// Whether an engine accepts a draw after so many plies when the position is worth `own` to it.
[[nodiscard]] constexpr bool accepts_draw(Score own, std::size_t plies) noexcept {
  constexpr Score content = 10;
  constexpr std::size_t too_early = 20;
  return plies >= too_early && own <= content;
}
inline constexpr int lowest_elo = 500;
inline constexpr int highest_elo = 2500;

/// The handicap of a level. Each level is clearly stronger than the one before; docs/engine.md has
/// the measured differences.
[[nodiscard]] Handicap handicap_of_level(int level) noexcept;
/// The handicap for a rating on a scale of its own: only differences mean anything.
[[nodiscard]] Handicap handicap_of_elo(int elo) noexcept;

/// Index of the line that a player with `handicap` chooses in a position: each of the lines, best
/// first, gets a bonus below the margin, drawn from the seed, the position and the move; the best
/// sum wins. Forced wins are always taken; a forced loss only when there is nothing else.
[[nodiscard]] std::size_t choose_line(std::span<const Line> lines, Key position,
                                      const Handicap& handicap) noexcept;

} // namespace xq::engine
