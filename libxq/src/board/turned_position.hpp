#pragma once

#include "board/turned.hpp"

#include <xq/board/position.hpp>

namespace xq {

/// The position with colours exchanged, seen from the other side. Its counters are those of a
/// position that was set up.
[[nodiscard]] inline Position turned_position(const Position& position) noexcept {
  Position out;
  for (const Square s : position.occupied()) {
    out.put(turned(position.at(s)), turned(s));
  }
  out.set_side_to_move(~position.side_to_move());
  return out;
}

} // namespace xq
