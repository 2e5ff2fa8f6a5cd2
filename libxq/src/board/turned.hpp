#pragma once

#include <xq/board/types.hpp>

// The board as the other colour sees it: ranks from the other end, colours exchanged.
namespace xq {

[[nodiscard]] constexpr Square turned(Square s) noexcept {
  return make_square(file_of(s), rank_count - 1 - rank_of(s));
}
[[nodiscard]] constexpr Move turned(Move m) noexcept { return {turned(m.from()), turned(m.to())}; }
[[nodiscard]] constexpr Piece turned(Piece p) noexcept {
  return p == Piece::none ? p : make_piece(~color_of(p), type_of(p));
}

} // namespace xq
