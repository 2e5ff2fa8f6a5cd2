#include <xq/board/movegen.hpp>

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

/// The square between a king and a horse that, when occupied, keeps the horse from giving check.
Square leg_square(Square king, Square horse) noexcept {
  const int file = file_of(king) + (file_of(horse) > file_of(king) ? 1 : -1);
  const int rank = rank_of(king) + (rank_of(horse) > rank_of(king) ? 1 : -1);
  return make_square(file, rank);
}

Risk risk(const Position& p) noexcept {
  const Color us = p.side_to_move();
  const Color them = ~us;
  const Square king = p.king(us);
  Risk out;
  const Bitboard cannons = p.pieces(them, PieceType::cannon);
  const Bitboard pinners = (p.pieces(them, PieceType::rook) & attacks::cross(king)) |
                           (p.pieces(them, PieceType::king) & file_squares(file_of(king)));
  for (const Square pinner : pinners) {
    const Bitboard inner = between(king, pinner) & p.occupied();
    if (!inner.has_several()) {
      out.from |= inner;
    }
  }
  for (const Square cannon : cannons& attacks::cross(king)) {
    const Bitboard line = between(king, cannon);
    const Bitboard inner = line & p.occupied();
    if (inner.empty()) {
      out.to |= line;
    } else if (inner.count() == 2) {
      out.from |= inner;
    }
  }
  for (const Square horse : p.pieces(them, PieceType::horse) & attacks::horse_ring(king)) {
    out.from |= Bitboard{leg_square(king, horse)};
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
  case PieceType::horse:
    return out | Bitboard{leg_square(king, checker)};
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
