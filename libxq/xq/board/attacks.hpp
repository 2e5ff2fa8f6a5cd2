#pragma once

#include <xq/board/bitboard.hpp>
#include <xq/board/types.hpp>

namespace xq {

/// Occupancy of every rank (9 bits, bit n = file n) and file (10 bits, bit n = rank n): the index
/// into the sliding tables. Ranks carry one empty row on each side, so that rank -1 and 10 read 0.
class Lines {
public:
  [[nodiscard]] constexpr unsigned rank(int r) const noexcept {
    return m_ranks[static_cast<std::size_t>(r + 1)];
  }
  [[nodiscard]] constexpr unsigned file(int f) const noexcept {
    return m_files[static_cast<std::size_t>(f)];
  }
  constexpr void toggle(Square s) noexcept {
    const int r = rank_of(s);
    const int f = file_of(s);
    m_ranks[static_cast<std::size_t>(r + 1)] ^= static_cast<std::uint16_t>(1U << f);
    m_files[static_cast<std::size_t>(f)] ^= static_cast<std::uint16_t>(1U << r);
  }
  friend constexpr bool operator==(const Lines&, const Lines&) noexcept = default;

private:
  std::array<std::uint16_t, rank_count + 2> m_ranks{};
  std::array<std::uint16_t, file_count> m_files{};
};

/// Attack sets, all relative to occupancy; own pieces are not excluded.
namespace attacks {

/// Squares a king on `s` steps to, inside the palace it stands in. Facing kings are a matter of
/// rook(): see Position::attackers().
[[nodiscard]] Bitboard king(Square s) noexcept;
[[nodiscard]] Bitboard advisor(Square s) noexcept;
[[nodiscard]] Bitboard elephant(Square s, const Lines& lines) noexcept;
[[nodiscard]] Bitboard horse(Square s, const Lines& lines) noexcept;
/// Squares from which a horse attacks `s` (its leg stands beside the horse, not beside `s`).
[[nodiscard]] Bitboard horse_sources(Square s, const Lines& lines) noexcept;
/// Squares along the four lines up to and with the first piece.
[[nodiscard]] Bitboard rook(Square s, const Lines& lines) noexcept;
/// The (at most four) second pieces on the lines: what a cannon on `s` captures.
[[nodiscard]] Bitboard cannon_captures(Square s, const Lines& lines) noexcept;
/// The empty squares along the four lines: where a rook or a cannon goes without capturing.
[[nodiscard]] Bitboard slides(Square s, const Lines& lines) noexcept;
/// Squares that a pawn of `c` on `s` attacks: forward, and sideways past the river.
[[nodiscard]] Bitboard pawn(Color c, Square s) noexcept;
/// Squares from which a pawn of `c` attacks `s`.
[[nodiscard]] Bitboard pawn_sources(Color c, Square s) noexcept;

} // namespace attacks

/// Where pieces of a kind can ever stand (pawns before the river only on files a c e g i).
[[nodiscard]] Bitboard reachable(Color c, PieceType t) noexcept;

} // namespace xq
