#pragma once

#include <xq/board/bitboard.hpp>
#include <xq/board/types.hpp>

namespace xq {

/// Occupancy of every rank (9 bits, bit n = file n) and file (10 bits, bit n = rank n): the index
/// into the sliding tables. Ranks carry one empty row on each side, so that rank -1 and 10 read 0.
class Occupancy {
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
  friend constexpr bool operator==(const Occupancy&, const Occupancy&) noexcept = default;

private:
  std::array<std::uint16_t, rank_count + 2> m_ranks{};
  std::array<std::uint16_t, file_count> m_files{};
};

/// Attack sets, all relative to occupancy; own pieces are not excluded. Every function is a table
/// look-up or two; the parts of the tables that a game visits stay in the nearest caches.
namespace attacks {

namespace detail {

inline constexpr std::size_t rank_states = 1U << static_cast<unsigned>(file_count);
inline constexpr std::size_t file_states = 1U << static_cast<unsigned>(rank_count);
template <typename T>
using PerSquare = std::array<T, square_count>;

struct Tables {
  // One line: bit sets reached from a place on it, by occupancy. slide: up to and with the first
  // piece on each side; beyond: from there up to and with the second one.
  std::array<std::array<std::uint16_t, rank_states>, file_count> rank_slide{};
  std::array<std::array<std::uint16_t, rank_states>, file_count> rank_beyond{};
  std::array<std::array<std::uint16_t, file_states>, rank_count> file_slide{};
  std::array<std::array<std::uint16_t, file_states>, rank_count> file_beyond{};
  std::array<Uint128, file_states> file_spread{}; ///< ten bits of a file -> squares of file a

  PerSquare<Bitboard> king{};
  PerSquare<Bitboard> advisor{};
  PerSquare<Bitboard> cross{};      ///< the rank and the file of a square, without it
  PerSquare<Bitboard> diagonals{};  ///< the (up to four) diagonal neighbours
  PerSquare<Bitboard> horse_ring{}; ///< horse jumps without regard to legs
  // Four blockers make a number of four bits, see leg_index() and eye_index().
  PerSquare<std::array<Bitboard, 16>> horse{};
  PerSquare<std::array<Bitboard, 16>> horse_sources{};
  PerSquare<std::array<Bitboard, 16>> elephant{};
  std::array<PerSquare<Bitboard>, color_count> pawn{};
  std::array<PerSquare<Bitboard>, color_count> pawn_sources{};
};

extern const Tables tables;

/// Occupancy of the orthogonal neighbours: bit 0 left, 1 below, 2 right, 3 above.
[[nodiscard]] constexpr std::size_t leg_index(int file, int rank, const Occupancy& lines) noexcept {
  const unsigned sideways = (lines.rank(rank) << 1U >> file) & 5U;
  const unsigned upright = (lines.file(file) << 1U >> rank) & 5U;
  return sideways | (upright << 1U);
}
/// Occupancy of the diagonal neighbours: bits 0 and 2 below left and right, 1 and 3 above.
[[nodiscard]] constexpr std::size_t eye_index(int file, int rank, const Occupancy& lines) noexcept {
  const unsigned below = (lines.rank(rank - 1) << 1U >> file) & 5U;
  const unsigned above = (lines.rank(rank + 1) << 1U >> file) & 5U;
  return below | (above << 1U);
}
[[nodiscard]] inline Bitboard join(unsigned rank_bits, int rank, unsigned file_bits,
                                   int file) noexcept {
  // rank by rank from the lowest bit; only rank 7 lies on both sides of bit 64
  const auto shift = static_cast<unsigned>(rank * file_count);
  const std::uint64_t low = shift < 64 ? std::uint64_t{rank_bits} << shift : 0;
  const std::uint64_t high = shift < 64 ? std::uint64_t{rank_bits} >> 1U >> (63U - shift)
                                        : std::uint64_t{rank_bits} << (shift - 64U);
  const Uint128 upright = tables.file_spread[file_bits];
  const auto upright_low = static_cast<std::uint64_t>(upright);
  const auto upright_high = static_cast<std::uint64_t>(upright >> 64U);
  const auto f = static_cast<unsigned>(file); // 0 to 8, which a shift of 128 bits cannot know
  return Bitboard{(Uint128{high | upright_high << f | upright_low >> 1U >> (63U - f)} << 64U) |
                  (low | upright_low << f)};
}

} // namespace detail

/// Squares a king on `s` steps to, inside the palace it stands in. Facing kings are a matter of
/// rook(): see Position::attackers().
[[nodiscard]] inline Bitboard king(Square s) noexcept { return detail::tables.king[to_index(s)]; }
[[nodiscard]] inline Bitboard advisor(Square s) noexcept {
  return detail::tables.advisor[to_index(s)];
}
[[nodiscard]] inline Bitboard elephant(Square s, const Occupancy& lines) noexcept {
  return detail::tables.elephant[to_index(s)][detail::eye_index(file_of(s), rank_of(s), lines)];
}
[[nodiscard]] inline Bitboard horse(Square s, const Occupancy& lines) noexcept {
  return detail::tables.horse[to_index(s)][detail::leg_index(file_of(s), rank_of(s), lines)];
}
/// Squares from which a horse attacks `s` (its leg stands beside the horse, not beside `s`).
[[nodiscard]] inline Bitboard horse_sources(Square s, const Occupancy& lines) noexcept {
  return detail::tables
      .horse_sources[to_index(s)][detail::eye_index(file_of(s), rank_of(s), lines)];
}
/// Squares along the four lines up to and with the first piece.
[[nodiscard]] inline Bitboard rook(Square s, const Occupancy& lines) noexcept {
  const int f = file_of(s);
  const int r = rank_of(s);
  const auto& t = detail::tables;
  return detail::join(t.rank_slide[static_cast<std::size_t>(f)][lines.rank(r)], r,
                      t.file_slide[static_cast<std::size_t>(r)][lines.file(f)], f);
}
/// The (at most four) second pieces on the lines: what a cannon on `s` captures.
[[nodiscard]] inline Bitboard cannon_captures(Square s, const Occupancy& lines) noexcept {
  const int f = file_of(s);
  const int r = rank_of(s);
  const auto& t = detail::tables;
  return detail::join(t.rank_beyond[static_cast<std::size_t>(f)][lines.rank(r)] & lines.rank(r), r,
                      t.file_beyond[static_cast<std::size_t>(r)][lines.file(f)] & lines.file(f), f);
}
/// Squares along the four lines behind the first piece, up to and with the second: from where a
/// cannon captures on `s`, were it there.
[[nodiscard]] inline Bitboard beyond(Square s, const Occupancy& lines) noexcept {
  const int f = file_of(s);
  const int r = rank_of(s);
  const auto& t = detail::tables;
  return detail::join(t.rank_beyond[static_cast<std::size_t>(f)][lines.rank(r)], r,
                      t.file_beyond[static_cast<std::size_t>(r)][lines.file(f)], f);
}
/// The empty squares along the four lines: where a rook or a cannon goes without capturing.
[[nodiscard]] inline Bitboard slides(Square s, const Occupancy& lines) noexcept {
  const int f = file_of(s);
  const int r = rank_of(s);
  const auto& t = detail::tables;
  return detail::join(t.rank_slide[static_cast<std::size_t>(f)][lines.rank(r)] & ~lines.rank(r), r,
                      t.file_slide[static_cast<std::size_t>(r)][lines.file(f)] & ~lines.file(f), f);
}
/// Whether rook(from) contains `to`.
[[nodiscard]] inline bool slides_to(Square from, Square to, const Occupancy& lines) noexcept {
  const int f = file_of(from);
  const int r = rank_of(from);
  const auto& t = detail::tables;
  if (rank_of(to) == r) {
    return (t.rank_slide[static_cast<std::size_t>(f)][lines.rank(r)] & (1U << file_of(to))) != 0;
  }
  return file_of(to) == f &&
         (t.file_slide[static_cast<std::size_t>(r)][lines.file(f)] & (1U << rank_of(to))) != 0;
}
/// Whether cannon_captures(from) contains `to`.
[[nodiscard]] inline bool jumps_to(Square from, Square to, const Occupancy& lines) noexcept {
  const int f = file_of(from);
  const int r = rank_of(from);
  const auto& t = detail::tables;
  if (rank_of(to) == r) {
    return (t.rank_beyond[static_cast<std::size_t>(f)][lines.rank(r)] & lines.rank(r) &
            (1U << file_of(to))) != 0;
  }
  return file_of(to) == f && (t.file_beyond[static_cast<std::size_t>(r)][lines.file(f)] &
                              lines.file(f) & (1U << rank_of(to))) != 0;
}
/// Squares that a pawn of `c` on `s` attacks: forward, and sideways past the river.
[[nodiscard]] inline Bitboard pawn(Color c, Square s) noexcept {
  return detail::tables.pawn[to_index(c)][to_index(s)];
}
/// Squares from which a pawn of `c` attacks `s`.
[[nodiscard]] inline Bitboard pawn_sources(Color c, Square s) noexcept {
  return detail::tables.pawn_sources[to_index(c)][to_index(s)];
}
/// The rank and the file of `s`, without `s`.
[[nodiscard]] inline Bitboard cross(Square s) noexcept { return detail::tables.cross[to_index(s)]; }
/// The diagonal neighbours of `s`: where the leg of a horse that attacks `s` stands.
[[nodiscard]] inline Bitboard diagonals(Square s) noexcept {
  return detail::tables.diagonals[to_index(s)];
}
/// A horse's jumps from `s`, legs not looked at.
[[nodiscard]] inline Bitboard horse_ring(Square s) noexcept {
  return detail::tables.horse_ring[to_index(s)];
}

} // namespace attacks

/// The squares strictly between two squares of one rank or file; empty otherwise.
[[nodiscard]] Bitboard between(Square a, Square b) noexcept;

/// Where pieces of a kind can ever stand (pawns before the river only on files a c e g i).
[[nodiscard]] Bitboard reachable(Color c, PieceType t) noexcept;

} // namespace xq
