#include "engine/search/see.hpp"

#include "engine/eval/evaluate.hpp"

#include <xq/board/attacks.hpp>

namespace xq::engine {

namespace {

/// The pieces still on the board during an exchange on one square.
class Exchange {
public:
  Exchange(const Position& position, Square target)
      : m_p{position},
        m_occupancy{position.occupancy()},
        m_left{position.occupied()},
        m_target{target} {}

  void leave(Square s) noexcept {
    m_occupancy.toggle(s);
    m_left &= ~Bitboard{s};
  }
  void occupy_target() noexcept { m_occupancy.toggle(m_target); }

  /// The least valuable piece of `c` that captures on the target square, or Square::none.
  [[nodiscard]] Square least_attacker(Color c) const noexcept {
    // the tables of king, advisor and elephant are empty for squares out of their reach
    const Bitboard ours = m_p.pieces(c) & m_left;
    const auto pick = [&](PieceType t, Bitboard from) {
      const Bitboard found = from & ours & m_p.pieces(t);
      return found.empty() ? Square::none : found.first();
    };
    Square s = pick(PieceType::pawn, attacks::pawn_sources(c, m_target));
    if (s == Square::none) {
      s = pick(PieceType::advisor, attacks::advisor(m_target));
    }
    const auto any = [&](PieceType t, Bitboard within) {
      return s == Square::none && !(ours & m_p.pieces(t) & within).empty();
    };
    // cheap tests before the attack sets
    if (any(PieceType::elephant, Bitboard::all())) {
      s = pick(PieceType::elephant, attacks::elephant(m_target, m_occupancy));
    }
    if (any(PieceType::horse, attacks::horse_ring(m_target))) {
      s = pick(PieceType::horse, attacks::horse_sources(m_target, m_occupancy));
    }
    if (any(PieceType::cannon, attacks::cross(m_target))) {
      s = pick(PieceType::cannon, attacks::cannon_captures(m_target, m_occupancy));
    }
    if (any(PieceType::rook, attacks::cross(m_target))) {
      s = pick(PieceType::rook, attacks::rook(m_target, m_occupancy));
    }
    if (s == Square::none) {
      s = pick(PieceType::king, attacks::king(m_target));
    }
    return s;
  }

private:
  const Position& m_p;
  Occupancy m_occupancy;
  Bitboard m_left;
  Square m_target;
};

} // namespace

bool exchange_wins(const Position& position, Move m, int threshold) noexcept {
  const auto value_at = [&](Square s) { return exchange_value(type_of(position.at(s))); };
  const bool captures = position.at(m.to()) != Piece::none;

  int balance = (captures ? value_at(m.to()) : 0) - threshold;
  if (balance < 0) {
    return false;
  }
  int at_risk = value_at(m.from()); // stands on the target square now
  balance -= at_risk;
  if (balance >= 0) {
    return true; // even if the moved piece is lost
  }

  Exchange exchange{position, m.to()};
  exchange.leave(m.from());
  if (!captures) {
    exchange.occupy_target();
  }
  // `balance` is what the side that moved last has won if its piece on the square is lost
  Color side = ~position.side_to_move();
  bool mover_wins = true;
  while (true) {
    const Square s = exchange.least_attacker(side);
    if (s == Square::none) {
      break;
    }
    const bool king = type_of(position.at(s)) == PieceType::king;
    exchange.leave(s);
    if (king && exchange.least_attacker(~side) != Square::none) {
      break; // a king does not capture a protected piece
    }
    mover_wins = !mover_wins;
    at_risk = value_at(s);
    // decided when the capturer is ahead even without the capturing piece
    balance = -balance - 1 - at_risk;
    side = ~side;
    if (balance >= 0) {
      break;
    }
  }
  return mover_wins;
}

} // namespace xq::engine
