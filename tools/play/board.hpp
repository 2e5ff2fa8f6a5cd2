#pragma once

#include <xq/board/position.hpp>

#include <string>
#include <vector>

namespace xq::cli {

/// How `xq play` shows a board.
struct BoardStyle {
  bool letters = false; ///< KABNRCP and kabnrcp instead of Chinese pieces
  bool color = false;   ///< with escape sequences
  bool flipped = false; ///< Black at the bottom
};

/// The board as lines of the same number of terminal columns (32, or 23 with letters): columns
/// counted from each player's right, ten ranks with a river between, files. `last` stands in
/// brackets, where it came from and where it went; none() for no such move.
[[nodiscard]] std::vector<std::string> draw_play_board(const Position& position, Move last,
                                                       const BoardStyle& style);

} // namespace xq::cli
