#pragma once

#include "notation/traditional.hpp"

#include <xq/board/bitboard.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

/// Traditional names of moves resolved by table: from a piece's square and the step that a name
/// gives, the target square and the points that must be empty. No branch depends on the piece.
namespace xq::notation {

/// The target of a move from a square and the points that it crosses: all must be empty, or, when
/// a cannon captures, all but one.
struct Path {
  static constexpr std::uint8_t no_target = 0xFF;
  static constexpr std::uint16_t upright = 0x8000;

  std::uint8_t to = no_target;
  std::uint8_t axes = 0;    ///< the points' rank, and their file times 16
  std::uint16_t points = 0; ///< bits of Occupancy::rank() or, with `upright`, of Occupancy::file()

  /// How many pieces stand on the points.
  [[nodiscard]] int obstacles(const Occupancy& all) const noexcept {
    const unsigned across = all.rank(axes & 15);
    const unsigned along = all.file(axes >> 4);
    return count_bits(((points & upright) != 0 ? along : across) & points);
  }
};

/// The path of every piece, by side, kind, action, number and square; no_target where no piece of
/// the kind goes, whatever stands on the board.
class MoveTable {
public:
  constexpr MoveTable();

  /// The number must be one of 0 to 9.
  [[nodiscard]] const Path& operator()(Color c, PieceType t, Square from,
                                       Step step) const noexcept {
    return m_paths[index(c, t, step.action, step.value)][to_index(from)];
  }

private:
  using Row = std::array<Path, square_count>;
  static constexpr std::size_t numbers = 10;

  static constexpr std::size_t index(Color c, PieceType t, Action action, int value) {
    const std::size_t kind = t == PieceType::cannon ? to_index(PieceType::rook) : to_index(t);
    return ((to_index(c) * piece_type_count + kind) * 3 + static_cast<std::size_t>(action)) *
               numbers +
           static_cast<std::size_t>(value);
  }

  std::array<Row, color_count * piece_type_count * 3 * numbers> m_paths{};
};
extern const MoveTable move_table;

/// The squares of a side's columns 1 to 9; none of column 0.
inline constexpr auto column_squares = [] {
  std::array<std::array<Bitboard, file_count + 1>, color_count> out{};
  for (const Color c : {Color::red, Color::black}) {
    for (int column = 1; column <= file_count; ++column) {
      out[to_index(c)][static_cast<std::size_t>(column)] = file_squares(file_of_column(c, column));
    }
  }
  return out;
}();

/// The legal move of the piece on `from`, a `t` of the side to move; none() when there is none.
[[nodiscard]] inline Move goes(const Position& position, PieceType t, Square from,
                               Step step) noexcept {
  const Color c = position.side_to_move();
  const Path path = move_table(c, t, from, step);
  if (path.to == Path::no_target) {
    return {};
  }
  const auto to = static_cast<Square>(path.to);
  const Piece captured = position.at(to);
  const bool captures = captured != Piece::none;
  const bool own = captures & (color_of(captured) == c);
  const bool jumps = captures & (t == PieceType::cannon);
  if ((path.obstacles(position.occupancy()) != static_cast<int>(jumps)) | own) {
    return {};
  }
  const Move m{from, to};
  return position.is_safe(m) ? m : Move{};
}

/// The legal move of one of two pieces or more of a kind that share a column.
[[nodiscard]] Move resolve_shared(const Position& position, PieceType t, Bitboard same,
                                  Step step) noexcept;

/// The legal move of the piece alone on its column (or of the advisor or elephant that its
/// direction tells from the other one there), or none(). Column and number are 0 to 9.
[[nodiscard]] inline Move resolve_plain(const Position& position, PieceType t, int column,
                                        Step step) noexcept {
  const Color c = position.side_to_move();
  const Bitboard same =
      position.pieces(c, t) & column_squares[to_index(c)][static_cast<std::size_t>(column)];
  if (same.has_several()) {
    return resolve_shared(position, t, same, step);
  }
  // Bitboard::first() without a branch: which half of the board it is changes all the time.
  const auto low = static_cast<std::uint64_t>(same.bits());
  const auto high = static_cast<std::uint64_t>(same.bits() >> 64U);
  const int in_high = low == 0 ? std::countr_zero(high) : 0;
  const int from = std::countr_zero(low) + in_high; // 64 for a low half of nothing
  return same ? goes(position, t, static_cast<Square>(from), step) : Move{};
}

} // namespace xq::notation
