#pragma once

// Positions for property tests: random play from the start, and random placements. Seeded, so that
// a failure can be repeated; every test prints the seed it used.

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <random>
#include <string>
#include <vector>

namespace support {

inline constexpr std::uint32_t seed = 20260101;

/// The positions of one game of random legal moves, start included.
inline std::vector<xq::Position> random_game(std::mt19937& random, int plies) {
  std::vector<xq::Position> out{xq::Position::start()};
  for (int i = 0; i < plies; ++i) {
    xq::MoveList moves;
    generate_legal(out.back(), moves);
    if (moves.empty()) {
      break;
    }
    xq::Position next = out.back();
    next.do_move(moves[random() % moves.size()]);
    out.push_back(next);
  }
  return out;
}

/// Put a piece on a free square where it can stand, if there is one.
inline void place_somewhere(xq::Position& p, std::mt19937& random, xq::Color c, xq::PieceType t) {
  using namespace xq;
  const Bitboard free = reachable(c, t) & ~p.occupied();
  if (free.count() == 0) {
    return; // the other side stands on all of them
  }
  auto skip = static_cast<int>(random() % static_cast<unsigned>(free.count()));
  for (const Square s : free) {
    if (skip-- == 0) {
      p.put(make_piece(c, t), s);
      return;
    }
  }
}

/// A valid position of random pieces on squares where they can stand: many pawns on a file, pins,
/// screens and blocked legs come up often. `pawns` of each colour.
inline xq::Position random_placement(std::mt19937& random, int pawns) {
  using namespace xq;
  for (;;) {
    Position p;
    const auto place = [&](Color c, PieceType t) { place_somewhere(p, random, c, t); };
    for (const Color c : {Color::red, Color::black}) {
      place(c, PieceType::king);
      for (int i = 0; i < pawns; ++i) {
        place(c, PieceType::pawn);
      }
      for (const PieceType t : {PieceType::advisor, PieceType::elephant, PieceType::horse,
                                PieceType::rook, PieceType::cannon}) {
        for (auto count = random() % 3; count > 0; --count) {
          place(c, t);
        }
      }
    }
    p.set_side_to_move(random() % 2 == 0 ? Color::red : Color::black);
    if (!validate(p)) {
      return p;
    }
  }
}

inline std::string uci(xq::Move m) {
  const auto square = [](xq::Square s) {
    return std::string{static_cast<char>('a' + xq::file_of(s)),
                       static_cast<char>('0' + xq::rank_of(s))};
  };
  return square(m.from()) + square(m.to());
}

} // namespace support
