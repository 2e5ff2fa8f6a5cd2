#pragma once

#include "analysis/puzzle/theme.hpp"

#include <xq/board/position.hpp>

#include <span>

namespace xq::analysis {

/// The names that books have for the mate at the end of `line` (legal moves from `start`, the last
/// one the winner's): by the geometry of the last position, where a piece counts only if the mate
/// is none without it, and for names of a manoeuvre by the moves. Several may fit, or none. Empty
/// where the last position is no mate and no stalemate.
[[nodiscard]] ThemeSet kinds_of_mate(const Position& start, std::span<const Move> line);

} // namespace xq::analysis
