#pragma once

#include "analysis/book_graph/count_back.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

namespace xq::analysis {

/// The acts of the moves within the cycles of a graph, each found out once.
class KnownActs {
public:
  explicit KnownActs(const GraphView& graph) : m_graph{graph} {}
  [[nodiscard]] const MoveActs& of(const NodeMove* check, const NodeMove& move);

private:
  const GraphView& m_graph;
  std::map<std::pair<std::size_t, std::size_t>, MoveActs> m_known; ///< by the check and the move
};

/// Play without end by the Chinese rules in which one side, the offender, attacks with every move:
/// where it loses by this.
class Attacks {
public:
  /// `known`: nodes to which moves count. `components`: find_cycles() of these. `acts` may be null:
  /// nobody attacks.
  Attacks(const GraphView& graph, std::span<const std::uint8_t> known,
          std::span<const std::uint32_t> components, KnownActs* acts, bool black_attacks);

  [[nodiscard]] bool empty() const noexcept { return m_states.empty(); }
  /// Whether the offender may attack for ever from here.
  [[nodiscard]] bool contains(std::uint32_t node) const noexcept { return m_nodes.contains(node); }

  using Predicate = std::function<bool(std::uint32_t node)>;
  /// Nodes from which the offender has nothing but play without end that loses by the rules, or to
  /// go to a node that is settled. `is_bound`: no open move of the offender leads out of a node of
  /// his. In ascending order.
  [[nodiscard]] std::vector<std::uint32_t> lost(const Predicate& is_settled,
                                                const Predicate& is_bound) const;

private:
  /// A node and, where it is in check, by which move.
  struct State {
    struct Edge {
      std::uint32_t target = 0; ///< state
      unsigned act = 0;         ///< by which m_acts has it
      NodeMove move;
    };
    std::uint32_t node = 0;
    std::optional<NodeMove> check;
    bool is_offenders = false; ///< the offender moves
    std::vector<Edge> edges;   ///< that go on; of the offender: those that attack
    /// Where moves of the offender lead with which it does not go on.
    std::vector<std::uint32_t> ways_out;
  };
  class Builder;
  [[nodiscard]] std::vector<std::uint8_t> playable(const Predicate& is_settled,
                                                   const Predicate& is_bound) const;
  [[nodiscard]] bool has_to_change(std::span<const unsigned> acts) const;

  /// What a move of one side is.
  struct SideActs {
    bool is_offenders = false;
    MoveActs acts;
    friend bool operator==(const SideActs&, const SideActs&) = default;
  };

  std::vector<State> m_states;
  std::vector<SideActs> m_acts;              ///< those that differ
  std::unordered_set<std::uint32_t> m_nodes; ///< of the states
};

} // namespace xq::analysis
