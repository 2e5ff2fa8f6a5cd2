#pragma once

#include <xq/board/types.hpp>

namespace xq {

/// `s` is a point of one of the palaces.
[[nodiscard]] constexpr bool in_palace(Square s) noexcept {
  return file_of(s) >= 3 && file_of(s) <= 5 && (rank_of(s) <= 2 || rank_of(s) >= 7);
}

/// A pawn of `c` on `s` is across the river.
[[nodiscard]] constexpr bool has_crossed(Color c, Square s) noexcept {
  return c == Color::red ? rank_of(s) >= 5 : rank_of(s) <= 4;
}

} // namespace xq
