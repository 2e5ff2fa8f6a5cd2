#pragma once

#include "analysis/book_graph/book_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xq::analysis {

/// The best open move of a node: the best of those that lead to no position of the graph.
struct OpenMove {
  std::uint16_t move = 0; ///< Move::disk() in the canonical orientation; 0: none
  std::int16_t score = 0; ///< for the side to move
};

/// A position that a graph does not have: where `move` leads from `node`.
struct Candidate {
  std::uint32_t node = 0;
  std::uint16_t move = 0;
  std::uint64_t cost = 0;
};

/// The `count` positions most worth knowing next, the most worth first: drop-out expansion (T. R.
/// Lincke, "Strategies for the Automatic Construction of Opening Books", Computers and Games 2000,
/// Lecture Notes in Computer Science 2063). A book grows where its players would leave it: at the
/// best open move of a node, and there first where few and small mistakes lead from a root.
/// The cost of a position is the least over all ways from a root of the sum over the moves of
/// 1 for the ply, and the smaller one of: what the move gives away, 1 for 20 centipawns; how rare
/// it is, 1 for each halving of the games that went on from there. All in units of 1/16. So both a
/// good move that nobody played and a bad one that everybody plays are worth an answer.
/// `scores` are those of count_back(), `open` is by node. Depends on nothing else; equal costs go
/// by node.
[[nodiscard]] std::vector<Candidate> most_worth_knowing(const BookGraph& graph,
                                                        const PlayedMoves& played,
                                                        std::span<const std::int16_t> scores,
                                                        std::span<const OpenMove> open,
                                                        std::size_t count);

} // namespace xq::analysis
