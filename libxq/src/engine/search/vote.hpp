#pragma once

#include <xq/board/types.hpp>
#include <xq/engine/engine.hpp>

#include <cstddef>
#include <span>

namespace xq::engine {

/// What one thread of a search has found.
struct Vote {
  Move move{};
  Score score{};
  int depth{}; ///< of its last completed iteration; 0 before the first: has no vote
};

/// The index of the thread whose answer counts, 0 unless another one is better. Each votes for its
/// move, the more the deeper it has searched and the better the score is (as in Stockfish); where a
/// score is decided, the best score counts.
[[nodiscard]] std::size_t elected(std::span<const Vote> votes) noexcept;

} // namespace xq::engine
