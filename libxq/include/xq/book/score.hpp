#pragma once

#include <xq/board/types.hpp>

#include <cstdint>
#include <optional>

namespace xq::book {

/// What a move of a judged book is worth (schemas/book/, table score).
struct MoveScore {
  Move move;
  int score = 0; ///< centipawns for the side to move, mates as in engine.hpp
  int depth = 0; ///< of the engine's search at the position after the move, or before it
  /// Moves after it that lead to judged positions; nothing: the position after the move was not
  /// judged, the score is what the engine thought of the move from the position before.
  std::optional<std::uint32_t> replies;
  friend bool operator==(const MoveScore&, const MoveScore&) noexcept = default;
};

} // namespace xq::book
