#pragma once

#include <xq/board/position.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace xq {

/// Moves that one piece makes one after the other, whatever other pieces do between them.
struct PiecePath {
  /// Any of `moves`, by a piece of which `pieces` has the bit to_index(piece).
  struct Step {
    std::uint16_t pieces = 0;
    std::vector<Move> moves;
  };
  static constexpr std::size_t most_steps = 16;
  std::vector<Step> steps; ///< at most most_steps

  [[nodiscard]] bool empty() const noexcept { return steps.empty(); }
};

} // namespace xq
