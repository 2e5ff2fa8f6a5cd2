#pragma once

#include "board/piece_board.hpp"

#include <xq/board/board_pattern.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace xq {

/// Looks for the first position of a game that fits a pattern or its mirror image, move by move
/// from the bytes of column game.moves: two squares and one piece count change at a time, and a
/// game is left as soon as a piece that is needed was taken or the plies that are left cannot get
/// there. No position is set up, nothing is allocated. Any thread.
class BoardScan {
public:
  explicit BoardScan(const BoardPattern& pattern);

  /// The ply after which the pattern first fits (0: at the start); nothing when it never does.
  /// `start` is the position before the first move.
  [[nodiscard]] std::optional<int> find(const Position& start, std::string_view moves) const;
  /// From the standard start position.
  [[nodiscard]] std::optional<int> find(std::string_view moves) const;

private:
  /// The board under one pattern.
  struct Track {
    BoardPattern pattern;
    int wrong = 0; ///< squares with a piece that the pattern does not allow
    int wrong_counts = 0;
    bool hopeless = false;
  };
  /// Where a game stands.
  struct State {
    PieceBoard board;
    std::array<std::uint8_t, piece_slots> counts{};
    std::array<Track, 2> tracks; ///< of the pattern and its mirror image
  };
  [[nodiscard]] static State set_up(const Position& start, const BoardPattern& pattern,
                                    const BoardPattern& mirrored);
  [[nodiscard]] static std::optional<int> walk(std::string_view moves, State state);
  /// A piece of which there were `count` was taken; `empty` squares before.
  static void take(Track& track, Piece taken, int count, int empty) noexcept;

  State m_start; ///< at the standard start position
};

} // namespace xq
