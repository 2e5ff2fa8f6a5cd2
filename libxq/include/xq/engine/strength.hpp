#pragma once

#include <xq/engine/engine.hpp>

#include <cstdint>
#include <span>

namespace xq::engine {

inline constexpr int full_level = 20; ///< levels of strength are 0 to this, which limits nothing
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
