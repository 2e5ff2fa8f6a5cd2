#pragma once

#include "analysis/book_graph/count_back.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace xq::analysis {

/// A move within a cycle of a graph.
struct CycleMove {
  std::uint32_t target = 0;
  bool check = false;
  PieceMove pieces;
};
/// The moves that stay within a cycle, for each node that has any.
using CycleMoves = std::unordered_map<std::uint32_t, std::vector<CycleMove>>;

/// What graph.piece_moves tells of the moves within cycles; nothing where there is no such
/// function.
[[nodiscard]] CycleMoves find_cycle_moves(const GraphView& graph,
                                          std::span<const std::uint8_t> known);

/// Play without end in which one side, the chaser, chases one and the same piece with every move.
/// It loses by this unless the other side does the same, or gives check with every move.
class Chases {
public:
  Chases(const GraphView& graph, std::span<const std::uint8_t> known, const CycleMoves& moves,
         bool black_chases);
  ~Chases();
  Chases(const Chases&) = delete;
  Chases& operator=(const Chases&) = delete;

  [[nodiscard]] bool empty() const noexcept { return m_states.empty(); }
  /// Whether the chaser may chase for ever from here.
  [[nodiscard]] bool contains(std::uint32_t node) const noexcept { return m_nodes.contains(node); }

  using Predicate = std::function<bool(std::uint32_t node)>;
  /// Nodes from which the chaser has nothing but to chase for ever and to lose by it, or to go to a
  /// node that is settled. `is_bound`: no open move of the chaser leads out of a node of his. In
  /// ascending order.
  [[nodiscard]] std::vector<std::uint32_t> lost(const Predicate& is_settled,
                                                const Predicate& is_bound) const;

private:
  struct State;
  class Builder;
  [[nodiscard]] bool forces_mark(const State& state, const std::vector<std::uint8_t>& marks,
                                 const Predicate& is_settled) const;

  std::vector<State> m_states;
  std::unordered_set<std::uint32_t> m_nodes; ///< of the states
};

} // namespace xq::analysis
