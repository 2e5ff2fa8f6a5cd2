#pragma once

#include <xq/board/types.hpp>
#include <xq/board/zobrist.hpp>

#include <cstdint>

namespace xq::book {

/// Games in which a move was played, and how they ended. Games without a known result count in
/// `games` alone.
struct Counts {
  std::uint32_t games = 0;
  std::uint32_t red_wins = 0;
  std::uint32_t draws = 0;
  std::uint32_t black_wins = 0;
  friend bool operator==(const Counts&, const Counts&) noexcept = default;
};

/// First and last year in which a move was played; 0 when no game of it tells its year.
struct Years {
  std::uint16_t first = 0;
  std::uint16_t last = 0;
  friend bool operator==(const Years&, const Years&) noexcept = default;
};

/// The levels (Elo or another rating) of the players who made a move, as far as they are known.
struct Levels {
  std::uint64_t sum = 0;
  std::uint32_t games = 0; ///< whose mover has a known level
  std::uint16_t best = 0;
  friend bool operator==(const Levels&, const Levels&) noexcept = default;
};

/// Whether so many games can have these levels.
[[nodiscard]] constexpr bool is_possible(const Levels& l, std::uint32_t games) noexcept {
  return l.games <= games && l.sum >= l.games && l.sum <= std::uint64_t{l.best} * l.games &&
         (l.games == 0) == (l.best == 0);
}
/// 0 when none is known.
[[nodiscard]] constexpr double average(const Levels& l) noexcept {
  return l.games == 0 ? 0.0 : static_cast<double>(l.sum) / l.games;
}

/// One row of a book: a position up to left-right mirroring, a move from it, what came of it. Key
/// and lock are the canonical pair of the position read as signed integers, as they stand in the
/// file; `move` is Move::disk() in the orientation of that pair.
struct Row {
  std::int64_t key = 0;
  std::int64_t lock = 0;
  std::uint16_t move = 0;
  Years years{};
  Counts counts{};
  Levels levels{};
};
static_assert(sizeof(Row) == 56);

/// The order of a book: by key, lock and move as signed integers, which is SQLite's order.
template <typename A, typename B>
[[nodiscard]] constexpr bool precedes(const A& a, const B& b) noexcept {
  if (a.key != b.key) {
    return a.key < b.key;
  }
  if (a.lock != b.lock) {
    return a.lock < b.lock;
  }
  return a.move < b.move;
}
template <typename A, typename B>
[[nodiscard]] constexpr bool same_place(const A& a, const B& b) noexcept {
  return a.key == b.key && a.lock == b.lock && a.move == b.move;
}

/// `move` of a position, in the orientation in which the book stores that position. In a position
/// that is its own mirror image a move and its image are one: the one with the smaller disk().
[[nodiscard]] constexpr Move to_canonical(const CanonicalKey& position, Move move) noexcept {
  const Move image = mirror(move);
  if (position.symmetric) {
    return image.disk() < move.disk() ? image : move;
  }
  return position.mirrored ? image : move;
}

/// The way back: a stored move in the orientation of the position that was asked about.
[[nodiscard]] constexpr Move from_canonical(const CanonicalKey& position, Move stored) noexcept {
  return position.mirrored && !position.symmetric ? mirror(stored) : stored;
}

/// Of `move` and its mirror image in a position that is its own, the one that records usually have:
/// horses and pawns move on their player's left (马八进七, 兵七进一), all other pieces on the right
/// (炮二平五, 相三进五). So were 94 % of the first moves of 55,337 games of the Chinese Chess
/// Practical Dataset that begin with a move that has another image.
[[nodiscard]] constexpr Move usual_image(Piece piece, Move move) noexcept {
  const Move image = mirror(move);
  const PieceType type = type_of(piece);
  const bool by_low_squares =
      (type == PieceType::horse || type == PieceType::pawn) == (color_of(piece) == Color::red);
  return (move.disk() < image.disk()) == by_low_squares ? move : image;
}

} // namespace xq::book
