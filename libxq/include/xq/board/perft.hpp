#pragma once

#include <xq/board/movegen.hpp>

#include <cstdint>

namespace xq {

/// Number of sequences of `depth` legal moves (1 for depth 0).
[[nodiscard]] std::uint64_t perft(Position& position, int depth) noexcept;

} // namespace xq
