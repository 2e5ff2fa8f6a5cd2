#pragma once

#include <xq/board/movegen.hpp>

#include <cstdint>
#include <functional>
#include <optional>

namespace xq {

/// Number of sequences of `depth` legal moves (1 for depth 0).
[[nodiscard]] std::uint64_t perft(Position& position, int depth) noexcept;
/// The same, or nothing when `stopped`, which is asked about a thousand times a second, returned
/// true. The position is as before in any case.
[[nodiscard]] std::optional<std::uint64_t> perft(Position& position, int depth,
                                                 const std::function<bool()>& stopped);

} // namespace xq
