#include "board/check_info.hpp"

namespace xq {

Bitboard blocking_squares(const Position& p, Square checker) noexcept {
  const Square king = p.king(p.side_to_move());
  const Bitboard out{checker};
  switch (type_of(p.at(checker))) {
  case PieceType::rook:
  case PieceType::king:
  case PieceType::cannon:
    return out | between(king, checker);
  case PieceType::horse:
    return out | Bitboard{leg_square(king, checker)};
  default:
    return out;
  }
}

void CheckInfo::find_checks() noexcept {
  const Color us = m_p.side_to_move();
  const Square target = m_p.king(~us);
  m_checks_known = true;
  m_other = exposure(m_p, ~us);
  m_cross = attacks::cross(target);
  m_checks = check_squares(m_p, target);
  m_pawn_checks = attacks::pawn_sources(us, target);
}

} // namespace xq
