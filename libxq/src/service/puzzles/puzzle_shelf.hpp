#pragma once

#include "analysis/puzzle/theme.hpp"

#include <xq/board/position.hpp>

#include <span>
#include <string>
#include <vector>

namespace xq::service {

/// A puzzle as visitors get it.
struct ServedPuzzle {
  std::string id;         ///< of the file, or its place in it
  std::string key;        ///< of the position: 16 hexadecimal digits
  Position start;         ///< the solver is to move
  std::vector<Move> line; ///< the solution; empty where only the length of the mate is known
  int mate = 0;           ///< moves to the mate; 0: the solution wins otherwise
  int difficulty = 0;     ///< 0: not stated
  analysis::ThemeSet themes;
  std::string red, black, event, date; ///< of the game

  /// Moves that the solver has to find.
  [[nodiscard]] int length() const noexcept {
    return mate != 0 ? mate : static_cast<int>(line.size() + 1) / 2;
  }
};

/// Puzzles of files that `xq puzzles` wrote (PGN, EPD, JSON Lines), in their order; of other
/// records those that have a mate (`dm`, `Mate`) or a solution that the position allows. Throws
/// FileError for a file without any.
[[nodiscard]] std::vector<ServedPuzzle> read_puzzles(std::span<const std::string> files);

} // namespace xq::service
