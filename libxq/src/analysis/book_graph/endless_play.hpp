#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace xq::analysis {

/// A game of two players on a graph that never ends and is won by what happens in it again and
/// again: a Muller game. Each vertex has a move.
struct EndlessPlay {
  struct Vertex {
    bool winners = false; ///< the player moves who wants to win
    /// What happens here, from 0; none: nothing.
    static constexpr unsigned none = 0xFFFFFFFFU;
    unsigned event = none;
    std::vector<std::uint32_t> next;
  };
  std::vector<Vertex> vertices;
  /// Whether what happens again and again, in ascending order, is a win.
  std::function<bool(std::span<const unsigned> events)> is_win;

  /// Returns, for each vertex, whether the player can win whatever the other one does, by R.
  /// McNaughton's recursion (Infinite Games Played on Finite Graphs, 1993): time in proportion to
  /// the edges for each set of events that it looks at.
  [[nodiscard]] std::vector<bool> solve() const;
};

} // namespace xq::analysis
