#pragma once

#include <xq/board/position.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace xq::service {

/// A mate that no defence escapes, shown by exact search.
struct MateProof {
  /// Moves of the side that mates; below 0: the side to move is mated.
  int moves = 0;
  bool shortest = false; ///< it is shown that none is shorter
  std::vector<Move> line;
};

/// Looks for a proof for a twentieth of a second: by either side, within 20 moves. Nothing where
/// none is found, or when `stopped` says so; it is asked now and then.
[[nodiscard]] std::optional<MateProof> prove_mate(const Position& position,
                                                  std::function<bool()> stopped);

} // namespace xq::service
