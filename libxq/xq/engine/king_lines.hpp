#pragma once

#include <xq/board/attacks.hpp>
#include <xq/board/position.hpp>
#include <xq/engine/see.hpp>

#include <array>

namespace xq::engine {

/// Answers for all moves of one position what Position::is_safe() and gives_check() say of each:
/// most moves touch neither king's lines, and for them a look at a set of squares is enough. The
/// position must stay as it is.
class KingLines {
public:
  KingLines(const Position& position, bool in_check) noexcept
      : m_p{position}, m_king{position.king(position.side_to_move())}, m_in_check{in_check} {
    const Color us = m_p.side_to_move();
    m_shield = touching(us);
  }

  /// Same as Position::is_safe(), for pseudo-legal moves.
  [[nodiscard]] bool is_safe(Move m) const noexcept {
    const bool cannot_matter = !m_in_check && m.from() != m_king && !m_shield.contains(m.from()) &&
                               !m_shield.contains(m.to());
    return cannot_matter || m_p.is_safe(m);
  }

  /// Same as engine::gives_check(), for pseudo-legal moves.
  [[nodiscard]] bool gives_check(Move m) noexcept {
    if (!m_checks_known) {
      find_checks();
    }
    const PieceType type = type_of(m_p.at(m.from()));
    if (m_screens.contains(m.from()) || m_screens.contains(m.to())) {
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
  /// Squares on which coming and going may decide whether the king of `c` is attacked.
  [[nodiscard]] Bitboard touching(Color c) const noexcept {
    const Square king = m_p.king(c);
    const Bitboard theirs = m_p.pieces(~c);
    const Bitboard cross = attacks::cross(king);
    Bitboard out;
    for (const Square s :
         theirs& cross&(m_p.pieces(PieceType::rook) | m_p.pieces(PieceType::cannon))) {
      out |= between(king, s);
    }
    const Square other = m_p.king(~c);
    if (file_of(other) == file_of(king)) {
      out |= between(king, other);
    }
    if (theirs & m_p.pieces(PieceType::horse) & attacks::horse_ring(king)) {
      out |= attacks::diagonals(king);
    }
    return out;
  }

  void find_checks() noexcept {
    const Color us = m_p.side_to_move();
    const Square target = m_p.king(~us);
    m_checks_known = true;
    m_screens = touching(~us);
    m_cross = attacks::cross(target);
    m_checks[0] = attacks::rook(target, m_p.lines());
    m_checks[1] = attacks::beyond(target, m_p.lines());
    m_checks[2] = attacks::horse_sources(target, m_p.lines());
    m_checks[3] = attacks::pawn_sources(us, target);
  }

  const Position& m_p;
  Square m_king;
  bool m_in_check;
  bool m_checks_known = false;
  Bitboard m_shield;
  Bitboard m_screens;
  Bitboard m_cross;
  std::array<Bitboard, 4> m_checks; ///< by rook, cannon, horse, pawn
};

} // namespace xq::engine
