#pragma once

#include "engine/search/see.hpp"

#include <xq/board/attacks.hpp>
#include <xq/board/position.hpp>

#include <array>

namespace xq::engine {

/// Answers for all moves of one position what Position::is_safe() and gives_check() say of each:
/// most moves touch neither king's lines, and for them a look at a set of squares is enough. The
/// position must stay as it is.
class CheckInfo {
public:
  CheckInfo(const Position& position, bool in_check) noexcept
      : m_p{position}, m_king{position.king(position.side_to_move())}, m_in_check{in_check} {
    if (!in_check) {
      m_risk = lines_of(m_p.side_to_move());
    }
  }

  /// Same as Position::is_safe(), for pseudo-legal moves.
  [[nodiscard]] bool is_safe(Move m) const noexcept {
    const bool cannot_matter = !m_in_check && m.from() != m_king &&
                               !m_risk.from.contains(m.from()) && !m_risk.to.contains(m.to());
    return cannot_matter || m_p.is_safe(m);
  }

  /// Same as engine::gives_check(), for pseudo-legal moves.
  [[nodiscard]] bool gives_check(Move m) noexcept {
    if (!m_checks_known) {
      find_checks();
    }
    const PieceType type = type_of(m_p.at(m.from()));
    if (m_chance.from.contains(m.from()) || m_chance.to.contains(m.to())) {
      return engine::gives_check(m_p, m);
    }
    switch (type) {
    case PieceType::rook:
    case PieceType::cannon:
      // along the king's own lines it may be its own screen
      return m_cross.contains(m.from())
                 ? engine::gives_check(m_p, m)
                 : m_checks[type == PieceType::rook ? 0 : 1].contains(m.to());
    case PieceType::horse:
      return m_checks[2].contains(m.to());
    case PieceType::pawn:
      return m_checks[3].contains(m.to());
    default:
      return false;
    }
  }

private:
  /// Where leaving, and where coming, may open or close a line to a king.
  struct Squares {
    Bitboard from;
    Bitboard to;
  };

  /// What decides whether the king of `c`, not in check, is attacked after a move of another piece
  /// than those that attack: the last piece before a rook or the other king, both screens before a
  /// cannon, every square before a cannon that has none, the legs of horses.
  [[nodiscard]] Squares lines_of(Color c) const noexcept {
    const Square king = m_p.king(c);
    const Bitboard theirs = m_p.pieces(~c);
    const Bitboard cross = theirs & attacks::cross(king);
    Squares out;
    const Bitboard facing = m_p.pieces(PieceType::king) & file_squares(file_of(king));
    for (const Square s : cross&(m_p.pieces(PieceType::rook) | facing)) {
      const Bitboard inner = between(king, s) & m_p.occupied();
      if (!inner.has_several()) {
        out.from |= inner;
      }
    }
    for (const Square s : cross& m_p.pieces(PieceType::cannon)) {
      const Bitboard line = between(king, s);
      const Bitboard inner = line & m_p.occupied();
      if (inner.empty()) {
        out.to |= line;
      } else if (inner.count() == 2) {
        out.from |= inner;
      }
    }
    if (theirs & m_p.pieces(PieceType::horse) & attacks::horse_ring(king)) {
      out.from |= attacks::diagonals(king);
    }
    return out;
  }

  void find_checks() noexcept {
    const Color us = m_p.side_to_move();
    const Square target = m_p.king(~us);
    m_checks_known = true;
    m_chance = lines_of(~us);
    m_cross = attacks::cross(target);
    m_checks[0] = attacks::rook(target, m_p.occupancy());
    m_checks[1] = attacks::beyond(target, m_p.occupancy());
    m_checks[2] = attacks::horse_sources(target, m_p.occupancy());
    m_checks[3] = attacks::pawn_sources(us, target);
  }

  const Position& m_p;
  Square m_king;
  bool m_in_check;
  bool m_checks_known = false;
  Squares m_risk;   ///< for the own king
  Squares m_chance; ///< against the other one
  Bitboard m_cross;
  std::array<Bitboard, 4> m_checks; ///< by rook, cannon, horse, pawn
};

} // namespace xq::engine
