#pragma once

#include "board/piece_board.hpp"

#include <xq/board/board_pattern.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace xq {

/// Looks for a piece that goes a path, in the bytes of column game.moves. Any thread.
///
/// For each piece on the board 64 bits tell which beginnings of the path, and of its images, its
/// last moves have made; a move shifts them by one and keeps those whose next step it is (the
/// shift-and algorithm). Saves nothing but code; relies on at most 16 steps and four images.
class PathScan {
public:
  struct Images {
    bool mirrored = true; ///< the left-right mirror image counts
    bool exchanged =
        false; ///< so does the path of the other colour, from its own side of the board
  };
  PathScan(const PiecePath& path, const Images& images);

  /// The ply from `first` to `last` (counted from 1) with which the first piece has gone the path;
  /// nothing when none does.
  [[nodiscard]] std::optional<int> find(const Position& start, std::string_view moves, int first,
                                        int last) const;

private:
  static constexpr std::size_t move_count = square_count * square_count;
  /// Bit 16 * i + n of a move: it may be step n of image i.
  std::shared_ptr<std::array<std::uint64_t, move_count>> m_moves;
  std::array<std::uint64_t, piece_slots> m_pieces{}; ///< the same of a piece
  std::uint64_t m_first = 0;                         ///< the first steps
  std::uint64_t m_last = 0;
};

} // namespace xq
