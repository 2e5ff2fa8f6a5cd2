#pragma once

#include <cstdint>

namespace xq::endings {

/// How a placement ends, as a number that falls along the best play of both sides. Even: the side
/// to move loses, odd: it wins. Below `by_rule` it is the plies to mate or stalemate. From there
/// on nobody can force a mate, and the loser has in the end nothing but checks, which it may not
/// repeat for ever.
using Number = std::uint16_t;
inline constexpr Number by_rule = 0x4000;
inline constexpr Number drawn = 0x7FFF;
inline constexpr Number illegal = 0xFFFF; ///< two pieces on a square, or a king to be taken

[[nodiscard]] constexpr bool is_win(Number n) noexcept { return n < drawn && (n & 1U) != 0; }
[[nodiscard]] constexpr bool is_loss(Number n) noexcept { return n < drawn && (n & 1U) == 0; }
[[nodiscard]] constexpr bool is_decided(Number n) noexcept { return n < drawn; }

} // namespace xq::endings
