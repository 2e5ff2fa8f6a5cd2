#pragma once

#include <xq/board/bitboard.hpp>
#include <xq/board/types.hpp>

namespace xq {

/// Occupancy of every rank (9 bits, bit n = file n) and file (10 bits, bit n = rank n): the index
/// into the tables of sliding attacks. rank(-1) and rank(10) exist and are 0.
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

/// Attack sets for a given occupancy; own pieces are not excluded. Each function reads one or two
/// table entries. The tables have 150 kB, of which a game uses a small part.
namespace attacks {

namespace detail {

inline constexpr std::size_t rank_states = 1U << static_cast<unsigned>(file_count);
inline constexpr std::size_t file_states = 1U << static_cast<unsigned>(rank_count);
template <typename T>
using PerSquare = std::array<T, square_count>;

struct Tables {
  // Squares reached along one rank or file, by index of the square on it and its occupancy.
  // slide: up to the first piece on each side, including it; beyond: the squares behind that piece
  // up to the second one, including it.
  std::array<std::array<std::uint16_t, rank_states>, file_count> rank_slide{};
  std::array<std::array<std::uint16_t, rank_states>, file_count> rank_beyond{};
  std::array<std::array<std::uint16_t, file_states>, rank_count> file_slide{};
  std::array<std::array<std::uint16_t, file_states>, rank_count> file_beyond{};
  std::array<Uint128, file_states> file_spread{}; ///< file occupancy -> squares of file a

  PerSquare<Bitboard> king{};
  PerSquare<Bitboard> advisor{};
  PerSquare<Bitboard> cross{};      ///< the rank and the file of a square, without it
  PerSquare<Bitboard> diagonals{};  ///< the (up to four) diagonal neighbours
  PerSquare<Bitboard> horse_ring{}; ///< horse jumps without regard to legs
  // The second index is the occupancy of four neighbours, see leg_index() and eye_index().
  PerSquare<std::array<Bitboard, 16>> horse{};
  PerSquare<std::array<Bitboard, 16>> horse_sources{};
  PerSquare<std::array<Bitboard, 16>> elephant{};
  std::array<PerSquare<Bitboard>, color_count> pawn{};
  std::array<PerSquare<Bitboard>, color_count> pawn_sources{};
};

extern const Tables tables;

/// Occupancy of the orthogonal neighbours: bit 0 left, 1 below, 2 right, 3 above.
[[nodiscard]] constexpr std::size_t leg_index(int file, int rank,
                                              const Occupancy& occupancy) noexcept {
  const unsigned sideways = (occupancy.rank(rank) << 1U >> file) & 5U;
  const unsigned upright = (occupancy.file(file) << 1U >> rank) & 5U;
  return sideways | (upright << 1U);
}
/// Occupancy of the diagonal neighbours: bits 0 and 2 below left and right, 1 and 3 above.
[[nodiscard]] constexpr std::size_t eye_index(int file, int rank,
                                              const Occupancy& occupancy) noexcept {
  const unsigned below = (occupancy.rank(rank - 1) << 1U >> file) & 5U;
  const unsigned above = (occupancy.rank(rank + 1) << 1U >> file) & 5U;
  return below | (above << 1U);
}
[[nodiscard]] inline Bitboard join(unsigned rank_bits, int rank, unsigned file_bits,
                                   int file) noexcept {
  // Two 64-bit halves: only rank 7 has squares in both.
  const auto shift = static_cast<unsigned>(rank * file_count);
  const std::uint64_t low = shift < 64 ? std::uint64_t{rank_bits} << shift : 0;
  const std::uint64_t high = shift < 64 ? std::uint64_t{rank_bits} >> 1U >> (63U - shift)
                                        : std::uint64_t{rank_bits} << (shift - 64U);
  const Uint128 upright = tables.file_spread[file_bits];
  const auto upright_low = static_cast<std::uint64_t>(upright);
  const auto upright_high = static_cast<std::uint64_t>(upright >> 64U);
  const auto f = static_cast<unsigned>(file); // 0 to 8: single shifts are enough
  return Bitboard{(Uint128{high | upright_high << f | upright_low >> 1U >> (63U - f)} << 64U) |
                  (low | upright_low << f)};
}

} // namespace detail

/// Squares a king on `s` steps to, inside its palace. The other king, which it attacks along an
/// open file, is not included: see Position::attackers().
[[nodiscard]] inline Bitboard king(Square s) noexcept { return detail::tables.king[to_index(s)]; }
[[nodiscard]] inline Bitboard advisor(Square s) noexcept {
  return detail::tables.advisor[to_index(s)];
}
[[nodiscard]] inline Bitboard elephant(Square s, const Occupancy& occupancy) noexcept {
  return detail::tables.elephant[to_index(s)][detail::eye_index(file_of(s), rank_of(s), occupancy)];
}
[[nodiscard]] inline Bitboard horse(Square s, const Occupancy& occupancy) noexcept {
  return detail::tables.horse[to_index(s)][detail::leg_index(file_of(s), rank_of(s), occupancy)];
}
/// Squares from which a horse attacks `s` (its leg stands beside the horse, not beside `s`).
[[nodiscard]] inline Bitboard horse_sources(Square s, const Occupancy& occupancy) noexcept {
  return detail::tables
      .horse_sources[to_index(s)][detail::eye_index(file_of(s), rank_of(s), occupancy)];
}
/// Squares along the four rays up to the first piece, including it.
[[nodiscard]] inline Bitboard rook(Square s, const Occupancy& occupancy) noexcept {
  const int f = file_of(s);
  const int r = rank_of(s);
  const auto& t = detail::tables;
  return detail::join(t.rank_slide[static_cast<std::size_t>(f)][occupancy.rank(r)], r,
                      t.file_slide[static_cast<std::size_t>(r)][occupancy.file(f)], f);
}
/// The (at most four) second pieces on the rays: what a cannon on `s` captures.
[[nodiscard]] inline Bitboard cannon_captures(Square s, const Occupancy& occupancy) noexcept {
  const int f = file_of(s);
  const int r = rank_of(s);
  const auto& t = detail::tables;
  return detail::join(
      t.rank_beyond[static_cast<std::size_t>(f)][occupancy.rank(r)] & occupancy.rank(r), r,
      t.file_beyond[static_cast<std::size_t>(r)][occupancy.file(f)] & occupancy.file(f), f);
}
/// Squares along the four rays behind the first piece up to the second, including it: the squares
/// from which a cannon attacks `s`.
[[nodiscard]] inline Bitboard beyond(Square s, const Occupancy& occupancy) noexcept {
  const int f = file_of(s);
  const int r = rank_of(s);
  const auto& t = detail::tables;
  return detail::join(t.rank_beyond[static_cast<std::size_t>(f)][occupancy.rank(r)], r,
                      t.file_beyond[static_cast<std::size_t>(r)][occupancy.file(f)], f);
}
/// The empty squares along the four rays: where a rook or a cannon goes without capturing.
[[nodiscard]] inline Bitboard slides(Square s, const Occupancy& occupancy) noexcept {
  const int f = file_of(s);
  const int r = rank_of(s);
  const auto& t = detail::tables;
  return detail::join(
      t.rank_slide[static_cast<std::size_t>(f)][occupancy.rank(r)] & ~occupancy.rank(r), r,
      t.file_slide[static_cast<std::size_t>(r)][occupancy.file(f)] & ~occupancy.file(f), f);
}
/// Whether rook(from) contains `to`.
[[nodiscard]] inline bool slides_to(Square from, Square to, const Occupancy& occupancy) noexcept {
  const int f = file_of(from);
  const int r = rank_of(from);
  const auto& t = detail::tables;
  if (rank_of(to) == r) {
    return (t.rank_slide[static_cast<std::size_t>(f)][occupancy.rank(r)] & (1U << file_of(to))) !=
           0;
  }
  return file_of(to) == f &&
         (t.file_slide[static_cast<std::size_t>(r)][occupancy.file(f)] & (1U << rank_of(to))) != 0;
}
/// Whether cannon_captures(from) contains `to`.
[[nodiscard]] inline bool jumps_to(Square from, Square to, const Occupancy& occupancy) noexcept {
  const int f = file_of(from);
  const int r = rank_of(from);
  const auto& t = detail::tables;
  if (rank_of(to) == r) {
    return (t.rank_beyond[static_cast<std::size_t>(f)][occupancy.rank(r)] & occupancy.rank(r) &
            (1U << file_of(to))) != 0;
  }
  return file_of(to) == f && (t.file_beyond[static_cast<std::size_t>(r)][occupancy.file(f)] &
                              occupancy.file(f) & (1U << rank_of(to))) != 0;
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
/// The diagonal neighbours of `s`: the leg squares of horses that attack `s`.
[[nodiscard]] inline Bitboard diagonals(Square s) noexcept {
  return detail::tables.diagonals[to_index(s)];
}
/// A horse's jumps from `s`, as if no leg were blocked.
[[nodiscard]] inline Bitboard horse_ring(Square s) noexcept {
  return detail::tables.horse_ring[to_index(s)];
}

} // namespace attacks

/// The squares strictly between two squares of one rank or file; empty otherwise.
[[nodiscard]] Bitboard between(Square a, Square b) noexcept;

/// The squares on which a piece of `c` and type `t` can stand in a game (pawns before the river
/// only on files a c e g i).
[[nodiscard]] Bitboard reachable(Color c, PieceType t) noexcept;

} // namespace xq
