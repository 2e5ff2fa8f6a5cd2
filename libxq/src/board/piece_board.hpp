#pragma once

#include <xq/board/position.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace xq {

// Playing a move on a PieceBoard takes a tenth of the time of Position::do_move(), on a KeyBoard a
// fifth (measured over 160,000 moves): there are no bitboards and counters to update. Both rely on
// moves that are known to be legal.

/// The pieces of a position and the side to move, for replaying games.
class PieceBoard {
public:
  explicit PieceBoard(const Position& position) noexcept : m_side{position.side_to_move()} {
    for (std::size_t s = 0; s < square_count; ++s) {
      m_pieces[s] = position.at(static_cast<Square>(s));
    }
  }

  [[nodiscard]] Piece at(Square s) const noexcept { return m_pieces[to_index(s)]; }
  [[nodiscard]] Color side_to_move() const noexcept { return m_side; }

  /// Play a legal move; returns the piece that it captures.
  Piece do_move(Move m) noexcept {
    const Piece mover = std::exchange(m_pieces[to_index(m.from())], Piece::none);
    m_side = ~m_side;
    return std::exchange(m_pieces[to_index(m.to())], mover);
  }
  /// Take back the last move, which captured this piece.
  void undo_move(Move m, Piece captured) noexcept {
    m_pieces[to_index(m.from())] = std::exchange(m_pieces[to_index(m.to())], captured);
    m_side = ~m_side;
  }

  /// All that a Position has; counters above 65535 stay at that.
  [[nodiscard]] Position position(int halfmove_clock, int fullmove_number) const noexcept {
    constexpr int most = 0xFFFF;
    Position out;
    for (std::size_t s = 0; s < square_count; ++s) {
      if (m_pieces[s] != Piece::none) {
        out.put(m_pieces[s], static_cast<Square>(s));
      }
    }
    out.set_side_to_move(m_side);
    out.set_counters(std::min(halfmove_clock, most), std::min(fullmove_number, most));
    return out;
  }

private:
  std::array<Piece, square_count> m_pieces{};
  Color m_side;
};

/// A PieceBoard with the keys of the position, updated move by move.
class KeyBoard {
public:
  explicit KeyBoard(const Position& position) noexcept
      : m_hashes{position.hashes()}, m_pieces{position} {}

  [[nodiscard]] Piece at(Square s) const noexcept { return m_pieces.at(s); }
  [[nodiscard]] Color side_to_move() const noexcept { return m_pieces.side_to_move(); }
  [[nodiscard]] const Hashes& hashes() const noexcept { return m_hashes; }

  /// Play a legal move; returns the piece that it captures.
  Piece do_move(Move m) noexcept {
    const auto& of_mover = zobrist.pieces[to_index(m_pieces.at(m.from()))];
    const Piece captured = m_pieces.do_move(m);
    m_hashes ^= of_mover[to_index(m.from())];
    m_hashes ^= of_mover[to_index(m.to())];
    m_hashes ^= zobrist.pieces[to_index(captured)][to_index(m.to())]; // zero for an empty square
    m_hashes ^= zobrist.black_to_move;
    return captured;
  }
  /// Take back the last move, which captured this piece; `before` is hashes() before that move.
  void undo_move(Move m, Piece captured, const Hashes& before) noexcept {
    m_pieces.undo_move(m, captured);
    m_hashes = before;
  }

private:
  Hashes m_hashes;
  PieceBoard m_pieces;
};

} // namespace xq
