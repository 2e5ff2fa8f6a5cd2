#pragma once

#include <xq/board/position.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace xq::analysis {

/// How a position with few pieces ends, by its material.
struct Ending {
  using Counts = std::array<std::uint8_t, piece_type_count>; ///< by type, without the king

  Color strong{};   ///< the side that wins; of a draw, the one with more pieces that attack
  bool won{};       ///< by `strong`; else it is a draw
  Counts attack{};  ///< what `strong` has ...
  Counts defence{}; ///< ... and what the other side has
};

/// `side` has a piece that can cross the river.
[[nodiscard]] bool can_attack(const Position& position, Color side) noexcept;

/// What the table of classical endings (docs/engine.md) says of a position in which nobody is in
/// check and nothing can be taken; nullopt where it leaves a doubt. Of the positions of the same
/// material, with the same side to move and the defence as much in order, the strong side wins at
/// least 99 in 100, or neither side wins more than one.
[[nodiscard]] std::optional<Ending> known_ending(const Position& position);

} // namespace xq::analysis
