#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace xq {

/// Red moves first from the start position. Red's home is rank 0.
enum class Color : std::uint8_t { red, black };
inline constexpr std::size_t color_count = 2;

[[nodiscard]] constexpr Color operator~(Color c) noexcept {
  return static_cast<Color>(static_cast<std::uint8_t>(c) ^ 1U);
}
[[nodiscard]] constexpr std::size_t to_index(Color c) noexcept {
  return static_cast<std::size_t>(c);
}

enum class PieceType : std::uint8_t { king, advisor, elephant, horse, rook, cannon, pawn, none };
inline constexpr std::size_t piece_type_count = 7;
[[nodiscard]] constexpr std::size_t to_index(PieceType t) noexcept {
  return static_cast<std::size_t>(t);
}

/// Colour in bit 3, type in bits 0 to 2; `none` is the empty square.
enum class Piece : std::uint8_t {
  red_king,
  red_advisor,
  red_elephant,
  red_horse,
  red_rook,
  red_cannon,
  red_pawn,
  none,
  black_king,
  black_advisor,
  black_elephant,
  black_horse,
  black_rook,
  black_cannon,
  black_pawn,
};
inline constexpr std::size_t piece_slots = 16; ///< size of a table indexed by Piece

[[nodiscard]] constexpr std::size_t to_index(Piece p) noexcept {
  return static_cast<std::size_t>(p);
}
[[nodiscard]] constexpr Piece make_piece(Color c, PieceType t) noexcept {
  return static_cast<Piece>((static_cast<unsigned>(c) << 3U) | static_cast<unsigned>(t));
}
[[nodiscard]] constexpr PieceType type_of(Piece p) noexcept {
  return static_cast<PieceType>(static_cast<unsigned>(p) & 7U);
}
/// Colour of a piece; of Piece::none it means nothing.
[[nodiscard]] constexpr Color color_of(Piece p) noexcept {
  return static_cast<Color>(static_cast<unsigned>(p) >> 3U);
}

inline constexpr int file_count = 9;
inline constexpr int rank_count = 10;
inline constexpr std::size_t square_count = 90;

/// 0 is a0 (Red's left corner), +1 a file, +9 a rank; 89 is i9; `none` (90) is off the board.
enum class Square : std::uint8_t { a0 = 0, i9 = 89, none = 90 };

[[nodiscard]] constexpr std::size_t to_index(Square s) noexcept {
  return static_cast<std::size_t>(s);
}
[[nodiscard]] constexpr Square make_square(int file, int rank) noexcept {
  return static_cast<Square>(rank * file_count + file);
}
[[nodiscard]] constexpr int rank_of(Square s) noexcept { return static_cast<int>(s) / file_count; }
[[nodiscard]] constexpr int file_of(Square s) noexcept { return static_cast<int>(s) % file_count; }
/// Left-right mirror image: file a becomes i.
[[nodiscard]] constexpr Square mirror(Square s) noexcept {
  return make_square(file_count - 1 - file_of(s), rank_of(s));
}
/// Half-turn of the board: Red's view becomes Black's.
[[nodiscard]] constexpr Square rotate(Square s) noexcept {
  return static_cast<Square>(square_count - 1 - to_index(s));
}

/// From and to in 14 bits. Default-constructed it is Move::none(), which is not a move.
class Move {
public:
  constexpr Move() noexcept = default;
  constexpr Move(Square from, Square to) noexcept
      : m_raw{static_cast<std::uint16_t>((static_cast<unsigned>(from) << 7U) |
                                         static_cast<unsigned>(to))} {}

  [[nodiscard]] static constexpr Move none() noexcept { return {}; }
  [[nodiscard]] constexpr Square from() const noexcept { return static_cast<Square>(m_raw >> 7U); }
  [[nodiscard]] constexpr Square to() const noexcept { return static_cast<Square>(m_raw & 127U); }
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return m_raw != 0; }
  [[nodiscard]] constexpr std::uint16_t raw() const noexcept { return m_raw; }
  [[nodiscard]] static constexpr Move from_raw(std::uint16_t raw) noexcept {
    Move m;
    m.m_raw = raw;
    return m;
  }

  /// The form on disk, frozen: from*90+to.
  [[nodiscard]] constexpr std::uint16_t disk() const noexcept {
    return static_cast<std::uint16_t>(to_index(from()) * square_count + to_index(to()));
  }
  /// none() for a number that is no pair of different squares.
  [[nodiscard]] static constexpr Move from_disk(std::uint32_t number) noexcept {
    const auto from = number / square_count;
    const auto to = number % square_count;
    return from < square_count && from != to
               ? Move{static_cast<Square>(from), static_cast<Square>(to)}
               : Move{};
  }

  // NOLINTNEXTLINE(modernize-use-nullptr): a defaulted comparison has none
  friend constexpr auto operator<=>(Move, Move) noexcept = default;

private:
  std::uint16_t m_raw = 0; // a0a0 doubles as "none"
};

[[nodiscard]] constexpr Move mirror(Move m) noexcept { return {mirror(m.from()), mirror(m.to())}; }

/// A 64-bit Zobrist number: the `key` or the `lock` of a position.
enum class Key : std::uint64_t {};
[[nodiscard]] constexpr std::uint64_t to_integer(Key k) noexcept {
  return static_cast<std::uint64_t>(k);
}

} // namespace xq
