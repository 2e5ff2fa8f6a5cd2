#pragma once

#include <xq/engine/engine.hpp>
#include <xq/record/game.hpp>

#include <vector>

namespace xq::analysis {

/// A position of an annotated game in which one move may win and the others not.
struct PuzzleCandidate {
  int ply = 0; ///< moves before it
  Position position;
  Move last;                     ///< that led there; none at the start of the record
  Square retaken = Square::none; ///< where that move captured
  Move played;                   ///< what was played; none where the game ends
};

/// Finds candidates by the values in the comments of the main line (`[%eval ...]`), in the order of
/// the game. A position is one if the side to move stands to win and did not before the last move,
/// or no longer does after its own move, or has a mate and had none on its move before; and so are
/// the last two positions of a game that is won.
[[nodiscard]] std::vector<PuzzleCandidate> puzzle_candidates(const record::Game& game);

} // namespace xq::analysis
