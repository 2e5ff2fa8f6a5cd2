#pragma once

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

} // namespace xq::format
