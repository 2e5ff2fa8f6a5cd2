#pragma once

#include <xq/book/book.hpp>

#include <cstdint>
#include <vector>

namespace xq::book {

/// What a move is worth for choosing one to play.
enum class Weighting : std::uint8_t {
  games, ///< how many games played it
  score, ///< hundred times the points of the side to move a game, wins 1 and draws 1/2, with one
         ///< win and one loss added, so that a single game proves little: 50 when nothing is known
  recency, ///< games, halved for each ten years between the last of them and the newest game of the
           ///< position; a move whose years are not known is taken for thirty years old
  level,   ///< average level (Elo or another rating) of the players who chose it; 0 when not known
  engine   ///< the engine's score, see MoveScore; below all others where there is none
};

/// Weight of each of the moves of a position in which `mover` is to move, in the order of `moves`.
[[nodiscard]] std::vector<double> weights(const std::vector<BookMove>& moves, Color mover,
                                          Weighting weighting);

/// Sort by weight, the largest first; moves of the same weight keep their order.
void sort_by_weight(std::vector<BookMove>& moves, Color mover, Weighting weighting);

} // namespace xq::book
