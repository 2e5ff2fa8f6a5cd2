#pragma once

// A board on which moves are made.
//
//     Position board = Position::start();
//     board.do_move(notation::read_move(board, "炮二平五").value());
//     std::cout << (board.in_check() ? "check" : "no check") << '\n';

#include <xq/board/attacks.hpp>
#include <xq/board/bitboard.hpp>
#include <xq/board/types.hpp>
#include <xq/board/zobrist.hpp>

namespace xq {

/// What do_move() cannot recompute; hand the same object back to undo_move().
struct Undo {
  Hashes hashes;
  Piece captured = Piece::none;
  std::uint16_t halfmove_clock = 0;
};

/// A board with the side to move and the two FEN counters. A plain value: copying is a memcpy of
/// under 400 bytes; no thread shares one while it changes. Every Position that a FEN reader returns
/// has both kings and passes validate() (see fen.hpp); under legal moves it stays so.
class Position {
public:
  /// An empty board, Red to move. Use put() to set it up, then finish with set_side_to_move().
  Position() noexcept { m_board.fill(Piece::none); }
  [[nodiscard]] static const Position& start() noexcept;

  [[nodiscard]] Piece at(Square s) const noexcept { return m_board[to_index(s)]; }
  [[nodiscard]] Color side_to_move() const noexcept { return m_side; }
  [[nodiscard]] Bitboard pieces(Color c) const noexcept { return m_by_color[to_index(c)]; }
  [[nodiscard]] Bitboard pieces(PieceType t) const noexcept { return m_by_type[to_index(t)]; }
  [[nodiscard]] Bitboard pieces(Color c, PieceType t) const noexcept {
    return m_by_color[to_index(c)] & m_by_type[to_index(t)];
  }
  [[nodiscard]] Bitboard occupied() const noexcept { return m_by_color[0] | m_by_color[1]; }
  /// Square::none when that king is missing.
  [[nodiscard]] Square king(Color c) const noexcept { return m_king[to_index(c)]; }
  [[nodiscard]] const Occupancy& occupancy() const noexcept { return m_occupancy; }

  /// Plies since the last capture, and the number of the current round from 1 (FEN's counters).
  [[nodiscard]] int halfmove_clock() const noexcept { return m_halfmove_clock; }
  [[nodiscard]] int fullmove_number() const noexcept { return m_fullmove_number; }

  [[nodiscard]] const Hashes& hashes() const noexcept { return m_hashes; }
  [[nodiscard]] Key key() const noexcept { return Key{m_hashes.key}; }
  [[nodiscard]] Key lock() const noexcept { return Key{m_hashes.lock}; }
  [[nodiscard]] CanonicalKey canonical() const noexcept { return xq::canonical(m_hashes); }

  /// Set-up only: put a piece on an empty square, take one away, choose the side, the counters.
  void put(Piece p, Square s) noexcept;
  void remove(Square s) noexcept;
  void set_side_to_move(Color c) noexcept;
  void set_counters(int halfmove_clock, int fullmove_number) noexcept;

  /// Pieces of colour `by` that attack square `s` (a king attacks along an open file, too).
  [[nodiscard]] Bitboard attackers(Square s, Color by) const noexcept;
  [[nodiscard]] bool is_attacked(Square s, Color by) const noexcept;
  /// Whether the king of `c` (by default of the side to move) stands in check or faces the other.
  [[nodiscard]] bool in_check(Color c) const noexcept { return is_attacked(king(c), ~c); }
  [[nodiscard]] bool in_check() const noexcept { return in_check(m_side); }
  /// Pieces that give check to the side to move.
  [[nodiscard]] Bitboard checkers() const noexcept { return attackers(king(m_side), ~m_side); }

  /// The pseudo-legal target squares of the piece on `s`: king safety is not tested. Empty for an
  /// empty square.
  [[nodiscard]] Bitboard targets(Square s) const noexcept;

  /// Whether targets(from) contains `to`; faster than making the set.
  [[nodiscard]] bool reaches(Square from, Square to) const noexcept;

  /// The move is one of targets() of a piece of the side to move. Any Move value is allowed.
  [[nodiscard]] bool is_pseudo_legal(Move m) const noexcept;
  /// For a pseudo-legal move: it does not leave the own king in check or facing the other king.
  [[nodiscard]] bool is_safe(Move m) const noexcept;
  [[nodiscard]] bool is_legal(Move m) const noexcept { return is_pseudo_legal(m) && is_safe(m); }
  /// For a pseudo-legal, safe move: it attacks the other king with the moved piece, by opening a
  /// ray or freeing a horse's leg, or as a cannon's screen.
  [[nodiscard]] bool gives_check(Move m) const noexcept;

  /// Play a pseudo-legal move. undo_move() with the same Undo restores every field.
  void do_move(Move m, Undo& undo) noexcept;
  void undo_move(Move m, const Undo& undo) noexcept;
  /// Play a legal move for good.
  void do_move(Move m) noexcept {
    Undo undo;
    do_move(m, undo);
  }
  /// Pass; both counters stay. Not allowed in check.
  void do_null_move(Undo& undo) noexcept;
  void undo_null_move(const Undo& undo) noexcept;

  /// The left-right mirror image.
  [[nodiscard]] Position mirrored() const noexcept;

  /// Same pieces on the same squares and the same side to move (counters not compared).
  [[nodiscard]] bool same_board(const Position& o) const noexcept {
    return m_board == o.m_board && m_side == o.m_side;
  }
  friend bool operator==(const Position& a, const Position& b) noexcept {
    return a.same_board(b) && a.m_halfmove_clock == b.m_halfmove_clock &&
           a.m_fullmove_number == b.m_fullmove_number;
  }

private:
  void toggle(Piece p, Square s) noexcept;

  Hashes m_hashes;
  std::array<Bitboard, piece_type_count> m_by_type{};
  std::array<Bitboard, color_count> m_by_color{};
  Occupancy m_occupancy;
  std::array<Piece, square_count> m_board{};
  std::array<Square, color_count> m_king{Square::none, Square::none};
  Color m_side = Color::red;
  std::uint16_t m_halfmove_clock = 0;
  std::uint16_t m_fullmove_number = 1;
};

} // namespace xq
