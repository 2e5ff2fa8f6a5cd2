#pragma once

#include <xq/board/position.hpp>

#include <array>
#include <cstdint>

/// What the traditional styles (Chinese, WXF, keypad) share: a move is named by its piece, by where
/// the piece stands among its kind, by a direction and by a number.
namespace xq::notation {

enum class Action : std::uint8_t { level, advance, retreat };

/// Columns 1 to 9 are counted from the right hand of the side that moves.
[[nodiscard]] constexpr int column_of(Color c, int file) noexcept {
  return c == Color::red ? file_count - file : file + 1;
}
[[nodiscard]] constexpr int file_of_column(Color c, int column) noexcept {
  return c == Color::red ? file_count - column : column - 1;
}

/// Advancing and retreating, these move along their column by a number of points; the others name
/// the column they go to.
[[nodiscard]] constexpr bool moves_by_points(PieceType t) noexcept {
  return t == PieceType::king || t == PieceType::rook || t == PieceType::cannon ||
         t == PieceType::pawn;
}
/// At most one of two such pieces on a column can go each way, so that they need no front or rear.
[[nodiscard]] constexpr bool told_by_direction(PieceType t) noexcept {
  return t == PieceType::advisor || t == PieceType::elephant;
}

struct Step {
  Action action = Action::level;
  int value = 0;
  friend constexpr bool operator==(const Step&, const Step&) noexcept = default;
};

/// Direction and number of a move of a piece of `c`.
[[nodiscard]] constexpr Step step_of(Color c, PieceType t, Move m) noexcept {
  const int up = rank_of(m.to()) - rank_of(m.from());
  const int forward = c == Color::red ? up : -up;
  if (forward != 0 && moves_by_points(t)) {
    return forward > 0 ? Step{Action::advance, forward} : Step{Action::retreat, -forward};
  }
  const Action action = forward == 0  ? Action::level
                        : forward > 0 ? Action::advance
                                      : Action::retreat;
  return {action, column_of(c, file_of(m.to()))};
}

/// Where a piece of `c` on `from` would go: the inverse of step_of(), without a look at the board.
/// none() when that is no square, or not a square the piece's geometry ever reaches.
[[nodiscard]] constexpr Move aim(Color c, PieceType t, Square from, Step step) noexcept {
  const int file = file_of(from);
  int to_file = file;
  int forward = 0;
  if (moves_by_points(t)) {
    if (step.action == Action::level) {
      to_file = file_of_column(c, step.value);
    } else {
      forward = step.action == Action::advance ? step.value : -step.value;
    }
  } else {
    to_file = file_of_column(c, step.value);
    const int across = to_file > file ? to_file - file : file - to_file;
    const int length = t == PieceType::advisor    ? (across == 1 ? 1 : 0)
                       : t == PieceType::elephant ? (across == 2 ? 2 : 0)
                       : across == 1              ? 2
                       : across == 2              ? 1
                                                  : 0;
    if (length == 0 || step.action == Action::level) {
      return {};
    }
    forward = step.action == Action::advance ? length : -length;
  }
  const int rank = rank_of(from) + (c == Color::red ? forward : -forward);
  if (rank < 0 || rank >= rank_count || (to_file == file && forward == 0)) {
    return {};
  }
  return {from, make_square(to_file, rank)};
}

/// file_squares() as one shift.
[[nodiscard]] constexpr Bitboard on_file(int file) noexcept {
  constexpr Uint128 first = file_squares(0).bits();
  return Bitboard{first << file};
}

/// Where a piece stands among those of its kind and side.
struct Standing {
  int column = 0;
  int count = 1; ///< pieces of the kind on its column
  int place = 1; ///< among these, from the front
  /// Pawns only, when count > 1: columns with two pawns or more, and the number in the one series
  /// over them all (own right column first, each from front to back).
  int crowded_columns = 0;
  int series = 0;
};

/// Pawns of one side counted by file, four bits each.
class PawnCounts {
public:
  explicit PawnCounts(Bitboard pawns) noexcept {
    for (const Square s : pawns) {
      m_counts += std::uint64_t{1} << static_cast<unsigned>(4 * file_of(s));
    }
  }
  [[nodiscard]] int on(int file) const noexcept {
    return static_cast<int>((m_counts >> static_cast<unsigned>(4 * file)) & 15U);
  }

private:
  std::uint64_t m_counts = 0;
};

/// The standing of the piece on `s`, which must not be empty.
[[nodiscard]] inline Standing standing_of(const Position& position, Square s) noexcept {
  const Piece p = position.at(s);
  const Color c = color_of(p);
  const int file = file_of(s);
  Standing out;
  out.column = column_of(c, file);
  const Bitboard kind = position.pieces(c, type_of(p));
  const Bitboard same = kind & on_file(file);
  if (!same.has_several()) {
    return out;
  }
  out.count = same.count();
  const Uint128 below = (Uint128{1} << to_index(s)) - 1;
  const int lower = (same & Bitboard{below}).count();
  out.place = c == Color::red ? out.count - lower : lower + 1;
  if (type_of(p) == PieceType::pawn) {
    const PawnCounts pawns{kind};
    out.series = out.place;
    for (int column = 1; column <= file_count; ++column) {
      const int n = pawns.on(file_of_column(c, column));
      out.crowded_columns += n > 1;
      out.series += n > 1 && column < out.column ? n : 0;
    }
  }
  return out;
}

/// How text singles a piece out. The signs of WXF are kept apart from 前 and 后, because the rules
/// of 1997 and later ones differ about them on a column of four or five pawns.
enum class Selector : std::uint8_t {
  none,
  front,
  middle,
  rear,
  number,
  plus,
  minus,
  double_plus,
  double_minus
};

/// What the text of a move in a traditional style says.
struct Description {
  PieceType type = PieceType::none;
  Selector mark = Selector::none;
  int number = 0; ///< for Selector::number: from 1
  int column = 0; ///< 0: not said
  Step step;
};

} // namespace xq::notation
