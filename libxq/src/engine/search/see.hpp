#pragma once

#include <xq/board/position.hpp>

namespace xq::engine {

/// Static exchange evaluation: whether playing `m` and then letting both sides capture on its
/// target square, always with the least valuable piece (of equal ones the lowest square) and
/// stopping where that is better, wins at least `threshold` centipawns for the mover. Cannon
/// screens, horse legs and elephant eyes are updated after every capture; pins are ignored.
/// `m` must be pseudo-legal.
[[nodiscard]] bool exchange_wins(const Position& position, Move m, int threshold) noexcept;

} // namespace xq::engine
