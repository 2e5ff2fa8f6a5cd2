#pragma once

#include "analysis/puzzle/theme.hpp"

#include <xq/board/position.hpp>

#include <span>

namespace xq::analysis {

/// A line of play of which the first `own` moves are the solution; what follows is what the engine
/// expects. The solver has the even moves. All are legal.
struct SolutionLine {
  Position start;
  std::span<const Move> moves;
  std::size_t own = 0;
  Square retaken = Square::none; ///< where the move before the position captured; none: it did not
};

/// Worth of a piece in half pawns as in LineGain: pawn 2, advisor and elephant 4, horse 8, cannon
/// 9, rook 18; 0 for kings.
[[nodiscard]] int worth(PieceType type) noexcept;

/// The means by which the solution wins: from Theme::fork on. Each must have its effect within the
/// line, on the solver's next move as a rule.
[[nodiscard]] ThemeSet motifs(const SolutionLine& solution);

} // namespace xq::analysis
