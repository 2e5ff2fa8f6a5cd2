#pragma once

#include "board/rules/cxa_balance.hpp"
#include "board/rules/cxa_search.hpp"

#include <xq/board/movegen.hpp>

#include <algorithm>

namespace xq::cxa {

inline constexpr std::size_t no_exchange = 15; ///< instead of bounds, in the key of another search
inline constexpr int most_positions = 400'000; ///< of one search

struct ForcedLines::Line {
  std::array<Move, 40> moves{};
  std::size_t size = 0;

  void set(Move m, const Line& rest) noexcept {
    moves[0] = m;
    size = std::min(rest.size + 1, moves.size());
    std::copy_n(rest.moves.begin(), size - 1, moves.begin() + 1);
  }
  [[nodiscard]] std::vector<Move> to_vector() const {
    return {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(size)};
  }
};

/// What a sequence of checks wins, whatever is answered: the pieces, and the longest line.
struct ForcedLines::Gained {
  Bitboard victims;
  Line line;
};

/// The legal moves that give check, in the order of generate_legal().
void generate_checks(const Position& p, MoveList& checks);

/// Puts `first`, where `moves` has it, before the others.
void put_first(MoveList& moves, Move first);

} // namespace xq::cxa
