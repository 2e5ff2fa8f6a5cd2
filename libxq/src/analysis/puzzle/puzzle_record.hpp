#pragma once

#include "analysis/puzzle/puzzle.hpp"

#include <xq/record/game.hpp>

#include <string>

namespace xq::analysis {

/// A puzzle with what is told of the game that it comes from.
struct FoundPuzzle {
  Puzzle puzzle;
  std::uint64_t game = 0; ///< its number: in the database, or its place in the whole input
  std::string source;     ///< file
  std::string red, black, event, date;
};

/// A name that stays the same whatever is selected: number of the game, and the moves before it:
/// `12/45`.
[[nodiscard]] std::string puzzle_id(const FoundPuzzle& found);
/// `mate double-rooks sacrifice`.
[[nodiscard]] std::string theme_names(const Puzzle& puzzle);

/// The puzzle as a record: its position, headers of the game, Themes, Difficulty and Mate, the
/// solution as main line, and as variations the other mates of the last move and what was played in
/// the game.
[[nodiscard]] record::Game puzzle_record(const FoundPuzzle& found);
/// As a record for EPD: operations bm, dm, pv, id, c0 (themes) and c1 (difficulty), no moves.
[[nodiscard]] record::Game puzzle_operations(const FoundPuzzle& found);

} // namespace xq::analysis
