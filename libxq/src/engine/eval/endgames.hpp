#pragma once

#include <xq/board/position.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace xq::engine {

/// Which part of the placements of some material is won for the side that attacks, in per cent:
/// with the attacker to move, and with the other side to move.
using WonShares = std::array<std::uint8_t, 2>;

/// What retrograde analysis counted for one material (tools/train/tune_endgames.cpp); repetitions
/// count as drawn. Pieces are written as the attacker's, a hyphen and the other side's: R rook, H
/// horse, C cannon, A advisor, E elephant, P pawn; a pawn of the attacker is P up to the second row
/// past the river, L on the two rows behind it, B on the last. The attacker's advisors
/// count in endings with a cannon only, its elephants in none.
struct EndgameRow {
  std::string_view pieces;
  WonShares quiet;  ///< of placements in which nothing can be captured and no king is in check
  WonShares formed; ///< of those of them in which is_formed() holds for the side that defends
};

/// The defence of `c` stands in order: its king on the back row, of two advisors one in the middle
/// of the palace, of two elephants one in front of the palace.
[[nodiscard]] bool is_formed(const Position& position, Color c) noexcept;

/// The row for `attacker`'s pieces against the others; nullptr if none is known. Reads a table of
/// its own, without locks.
[[nodiscard]] const EndgameRow* find_ending(const Position& position, Color attacker) noexcept;

/// The percentage of won placements of this kind: by the material, the side to move and
/// is_formed().
[[nodiscard]] std::optional<int> won_share(const Position& position, Color attacker) noexcept;

/// How much of an advantage the pieces of `c` can turn into a win, in 64ths: by the table, else by
/// rules of thumb; 64 with many pieces on the board.
[[nodiscard]] int winning_share(const Position& position, Color c) noexcept;

} // namespace xq::engine
