#pragma once

#include <xq/board/attacks.hpp>
#include <xq/board/position.hpp>

#include <array>

namespace xq {

/// What can attack a king that is not in check after a move of another piece: the move leaves a
/// square of `from` or occupies a square of `to`. Captures of pieces that attack are not included.
struct KingExposure {
  Bitboard
      from;    ///< single pieces before a rook or the other king, two before a cannon, horses' legs
  Bitboard to; ///< empty squares before a cannon that has no screen
};

/// The square between a king and a horse that, when occupied, keeps the horse from giving check.
[[nodiscard]] inline Square leg_square(Square king, Square horse) noexcept {
  const int file = file_of(king) + (file_of(horse) > file_of(king) ? 1 : -1);
  const int rank = rank_of(king) + (rank_of(horse) > rank_of(king) ? 1 : -1);
  return make_square(file, rank);
}

/// The exposure of the king of `c`, to moves of either side.
[[nodiscard]] inline KingExposure exposure(const Position& p, Color c) noexcept {
  const Square king = p.king(c);
  const Bitboard theirs = p.pieces(~c);
  const Bitboard cross = theirs & attacks::cross(king);
  const Bitboard facing = p.pieces(PieceType::king) & file_squares(file_of(king));
  KingExposure out;
  for (const Square s : cross&(p.pieces(PieceType::rook) | facing)) {
    const Bitboard inner = between(king, s) & p.occupied();
    if (!inner.has_several()) {
      out.from |= inner;
    }
  }
  for (const Square s : cross& p.pieces(PieceType::cannon)) {
    const Bitboard ray = between(king, s);
    const Bitboard inner = ray & p.occupied();
    if (inner.empty()) {
      out.to |= ray;
    } else if (inner.count() == 2) {
      out.from |= inner;
    }
  }
  for (const Square s : theirs& p.pieces(PieceType::horse) & attacks::horse_ring(king)) {
    out.from |= Bitboard{leg_square(king, s)};
  }
  return out;
}

/// The squares from which a rook, a cannon, a horse attack `king`.
[[nodiscard]] inline std::array<Bitboard, 3> check_squares(const Position& p,
                                                           Square king) noexcept {
  return {attacks::rook(king, p.occupancy()), attacks::beyond(king, p.occupancy()),
          attacks::horse_sources(king, p.occupancy())};
}

/// For a side in check by `checker` alone: the squares to which a piece other than the king moves
/// to end the check. A cannon's check ends also when its screen leaves.
[[nodiscard]] Bitboard blocking_squares(const Position& p, Square checker) noexcept;

/// Position::is_safe() and Position::gives_check() for all moves of one position, which must not
/// change: for most moves a few tests of sets are enough.
class CheckInfo {
public:
  CheckInfo(const Position& position, bool in_check) noexcept
      : m_p{position}, m_king{position.king(position.side_to_move())}, m_in_check{in_check} {
    if (!in_check) {
      m_own = exposure(m_p, m_p.side_to_move());
    }
  }

  /// Same as Position::is_safe(), for pseudo-legal moves.
  [[nodiscard]] bool is_safe(Move m) const noexcept {
    const bool cannot_matter = !m_in_check && m.from() != m_king &&
                               !m_own.from.contains(m.from()) && !m_own.to.contains(m.to());
    return cannot_matter || m_p.is_safe(m);
  }

  /// Same as Position::gives_check(), for pseudo-legal, safe moves.
  [[nodiscard]] bool gives_check(Move m) noexcept {
    if (!m_checks_known) {
      find_checks();
    }
    if (m_other.from.contains(m.from()) || m_other.to.contains(m.to())) {
      return m_p.gives_check(m);
    }
    switch (const PieceType type = type_of(m_p.at(m.from()))) {
    case PieceType::rook:
    case PieceType::cannon:
      // a piece that comes from the king's rank or file changes the occupancy there
      return m_cross.contains(m.from())
                 ? m_p.gives_check(m)
                 : m_checks[type == PieceType::rook ? 0 : 1].contains(m.to());
    case PieceType::horse:
      return m_checks[2].contains(m.to());
    case PieceType::pawn:
      return m_pawn_checks.contains(m.to());
    default:
      return false;
    }
  }

  /// Squares outside which no pseudo-legal move of the piece on `from` gives check.
  [[nodiscard]] Bitboard may_check(Square from) noexcept {
    if (!m_checks_known) {
      find_checks();
    }
    if (m_other.from.contains(from)) {
      return Bitboard::all();
    }
    switch (const PieceType type = type_of(m_p.at(from))) {
    case PieceType::rook:
    case PieceType::cannon:
      return m_cross.contains(from) ? Bitboard::all()
                                    : m_other.to | m_checks[type == PieceType::rook ? 0 : 1];
    case PieceType::horse:
      return m_other.to | m_checks[2];
    case PieceType::pawn:
      return m_other.to | m_pawn_checks;
    default:
      return m_other.to;
    }
  }

private:
  void find_checks() noexcept;

  const Position& m_p;
  Square m_king;
  bool m_in_check;
  bool m_checks_known = false;
  KingExposure m_own;
  KingExposure m_other; ///< with what follows, set by find_checks()
  Bitboard m_cross;     ///< rank and file of the other king
  std::array<Bitboard, 3> m_checks;
  Bitboard m_pawn_checks;
};

} // namespace xq
