#pragma once

#include <xq/base/expected.hpp>
#include <xq/base/problem.hpp>
#include <xq/board/position.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace xq::format {

/// Where the moves of a game stand in its PGN text, found without a look at the board: also behind
/// a move that no reader understands.
struct WrittenMoves {
  struct Span {
    std::size_t offset = 0;
    std::size_t size = 0;
    [[nodiscard]] std::string_view in(std::string_view text) const {
      return text.substr(offset, size);
    }
  };
  std::vector<Span> moves;     ///< of the main line
  Span fen;                    ///< the value of the FEN header; size 0: there is none
  std::size_t headers_end = 0; ///< offset behind the last header's line
};

/// Headers, comments, variations, numbers, glyphs and marks are stepped over; a result ends the
/// moves. Chinese moves without blanks between them are cut after every fourth character.
[[nodiscard]] WrittenMoves find_written_moves(std::string_view pgn);

/// Moves as people paste them, played from `start`: any notation, with numbers or without, with
/// blanks, commas, arrows or line ends between them or nothing. The problem is the first that
/// makes the text no list of moves; its column counts characters of the text.
[[nodiscard]] Expected<std::vector<Move>, Problem> read_move_list(const Position& start,
                                                                  std::string_view text);

} // namespace xq::format
