#pragma once

// Mates by a recursion that plays every move and remembers nothing, and positions that have some.

#include "engine/search/proof_search.hpp"
#include "support/random_positions.hpp"

#include <array>
#include <random>

namespace support {

using namespace xq;
using Width = engine::ProofSearch::Width;

inline bool mates(const Position& p, int moves, Width width);

inline bool is_lost(const Position& p, int moves, Width width) {
  MoveList list;
  generate_legal(p, list);
  for (const Move m : list) {
    Position after = p;
    after.do_move(m);
    if (!mates(after, moves, width)) {
      return false;
    }
  }
  return true;
}

inline bool mates(const Position& p, int moves, Width width) {
  MoveList list;
  generate_legal(p, list);
  for (const Move m : list) {
    Position after = p;
    after.do_move(m);
    if (moves > 0 && (width == Width::all || after.in_check()) &&
        is_lost(after, moves - 1, width)) {
      return true;
    }
  }
  return false;
}

/// A few attackers of Red on the last five ranks, a king with some of his guards.
inline Position random_attack(std::mt19937& random) {
  for (;;) {
    Position p;
    place_somewhere(p, random, Color::red, PieceType::king);
    place_somewhere(p, random, Color::black, PieceType::king);
    constexpr std::array attackers{PieceType::rook, PieceType::horse, PieceType::cannon,
                                   PieceType::pawn};
    const auto count = 2 + random() % 2;
    for (unsigned i = 0; i < count; ++i) {
      place_somewhere(p, random, Color::red, attackers[random() % attackers.size()]);
    }
    constexpr std::array guards{PieceType::advisor, PieceType::advisor, PieceType::elephant,
                                PieceType::horse, PieceType::rook};
    for (const auto guard : guards) {
      if (random() % 2 == 0) {
        place_somewhere(p, random, Color::black, guard);
      }
    }
    p.set_side_to_move(Color::red);
    if (!validate(p) && has_legal_move(p)) {
      return p;
    }
  }
}

} // namespace support
