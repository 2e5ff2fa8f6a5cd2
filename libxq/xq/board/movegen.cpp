#include <xq/board/movegen.hpp>

#include <cstdlib>

namespace xq {

namespace {

void push_all(MoveList& list, Square from, Bitboard targets) noexcept {
  for (const Square to : targets) {
    list.push({from, to});
  }
}

constexpr std::array<PieceType, piece_type_count> all_types{
    PieceType::king, PieceType::advisor, PieceType::elephant, PieceType::horse,
    PieceType::rook, PieceType::cannon,  PieceType::pawn};

/// Call f(from, targets) for each piece of the side to move in the documented order.
template <typename F>
void for_each_piece(const Position& p, F&& f) noexcept {
  const Bitboard own = p.pieces(p.side_to_move());
  for (const PieceType t : all_types) {
    for (const Square from : own& p.pieces(t)) {
      f(from, t);
    }
  }
}

/// What may endanger a king that is not in check: own pieces whose leaving may open a line or free
/// a horse's leg, and empty squares that would become a cannon's screen.
struct Risk {
  Bitboard from;
  Bitboard to;
};

Risk risk(const Position& p) noexcept {
  const Color us = p.side_to_move();
  const Color them = ~us;
  const Square king = p.king(us);
  const Bitboard own = p.pieces(us);
  Risk out;
  const Bitboard sliders =
      p.pieces(them) & (p.pieces(PieceType::rook) | p.pieces(PieceType::cannon));
  const Bitboard cross = attacks::cross(king);
  if ((sliders & cross) || file_of(p.king(them)) == file_of(king)) {
    const Bitboard first = attacks::rook(king, p.lines()) & p.occupied();
    out.from = (first | attacks::cannon_captures(king, p.lines())) & own;
    for (const Square cannon : first& sliders& p.pieces(PieceType::cannon)) {
      out.to |= between(king, cannon);
    }
  }
  if (p.pieces(them, PieceType::horse) & attacks::horse_ring(king)) {
    out.from |= attacks::diagonals(king) & own;
  }
  return out;
}

/// Call f(from, legal targets) for each piece of a side that is not in check.
template <typename F>
void for_each_legal_target(const Position& p, F&& f) noexcept {
  const Risk danger = risk(p);
  for_each_piece(p, [&](Square from, PieceType t) {
    Bitboard targets = p.targets(from);
    if (t == PieceType::king || danger.from.contains(from)) {
      for (const Square to : targets) {
        if (!p.is_safe({from, to})) {
          targets ^= Bitboard{to};
        }
      }
    } else {
      targets &= ~danger.to;
    }
    f(from, targets);
  });
}

/// Squares that end a check by a single checker when a piece (not the king) moves there.
Bitboard blocking_squares(const Position& p, Square checker) noexcept {
  const Square king = p.king(p.side_to_move());
  Bitboard out{checker};
  switch (type_of(p.at(checker))) {
  case PieceType::rook:
  case PieceType::king:
  case PieceType::cannon:
    return out | between(king, checker);
  case PieceType::horse: // its leg is the diagonal neighbour of the king that is next to the horse
    for (const Square leg : attacks::diagonals(king)) {
      const int distance =
          std::abs(file_of(leg) - file_of(checker)) + std::abs(rank_of(leg) - rank_of(checker));
      if (distance == 1) {
        out |= Bitboard{leg};
      }
    }
    return out;
  default:
    return out;
  }
}

} // namespace

void generate_captures(const Position& p, MoveList& list) noexcept {
  const Bitboard enemies = p.pieces(~p.side_to_move());
  for_each_piece(p, [&](Square from, PieceType t) {
    if (t == PieceType::cannon) {
      push_all(list, from, attacks::cannon_captures(from, p.lines()) & enemies);
    } else {
      push_all(list, from, p.targets(from) & enemies);
    }
  });
}

void generate_quiets(const Position& p, MoveList& list) noexcept {
  const Bitboard empty = ~p.occupied();
  for_each_piece(p, [&](Square from, PieceType t) {
    if (t == PieceType::cannon || t == PieceType::rook) {
      push_all(list, from, attacks::slides(from, p.lines()));
    } else {
      push_all(list, from, p.targets(from) & empty);
    }
  });
}

void generate_evasions(const Position& p, MoveList& list) noexcept {
  const Bitboard checkers = p.checkers();
  Bitboard allowed = Bitboard::all();
  Bitboard screens; // own pieces whose leaving disarms a cannon
  if (!checkers.has_several() && checkers) {
    const Square checker = checkers.first();
    allowed = blocking_squares(p, checker);
    if (type_of(p.at(checker)) == PieceType::cannon) {
      screens = between(p.king(p.side_to_move()), checker) & p.pieces(p.side_to_move());
    }
  }
  for_each_piece(p, [&](Square from, PieceType t) {
    const Bitboard targets = p.targets(from);
    const bool free = t == PieceType::king || screens.contains(from);
    push_all(list, from, free ? targets : targets & allowed);
  });
}

void generate_legal(const Position& p, MoveList& list) noexcept {
  if (!p.in_check()) {
    for_each_legal_target(p, [&](Square from, Bitboard targets) { push_all(list, from, targets); });
    return;
  }
  MoveList evasions;
  generate_evasions(p, evasions);
  for (const Move m : evasions) {
    if (p.is_safe(m)) {
      list.push(m);
    }
  }
}

int count_legal(const Position& p) noexcept {
  int count = 0;
  if (!p.in_check()) {
    for_each_legal_target(p, [&](Square, Bitboard targets) { count += targets.count(); });
    return count;
  }
  MoveList evasions;
  generate_evasions(p, evasions);
  for (const Move m : evasions) {
    count += p.is_safe(m) ? 1 : 0;
  }
  return count;
}

bool has_legal_move(const Position& p) noexcept { return count_legal(p) != 0; }

} // namespace xq
