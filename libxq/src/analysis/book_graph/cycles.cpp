#include "analysis/book_graph/cycles.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace xq::analysis {

namespace {

/// R. Tarjan, Depth-First Search and Linear Graph Algorithms (1972), without recursion: ways
/// through a book are long.
class Components {
public:
  Components(const GraphView& graph, std::span<const std::uint8_t> known)
      : m_graph{graph}, m_known{known}, m_low(known.size(), 0), m_component(known.size(), 0) {}

  std::vector<std::uint32_t> run() {
    for (std::uint32_t node = 0; node < m_known.size(); ++node) {
      if (m_known[node] != 0 && m_low[node] == 0) {
        enter(node);
        while (!m_way.empty()) {
          go_on();
        }
      }
    }
    return std::move(m_component);
  }

private:
  /// A node of the way that is walked, and the next of its moves.
  struct Step {
    std::uint32_t node;
    std::uint32_t number; ///< in the order of the first visits, from 1
    std::size_t next;
  };
  static constexpr std::uint32_t finished = std::numeric_limits<std::uint32_t>::max();

  void enter(std::uint32_t node) {
    m_low[node] = ++m_visited;
    m_open.push_back(node);
    m_way.push_back({node, m_visited, m_graph.first[node]});
  }

  void go_on() {
    Step& step = m_way.back();
    if (step.next == m_graph.first[step.node + 1]) {
      leave();
      return;
    }
    const auto target = m_graph.targets[step.next++];
    if (m_known[target] == 0) {
      return;
    }
    if (m_low[target] == 0) {
      enter(target); // `step` is gone
    } else if (m_low[target] != finished) {
      m_low[step.node] = std::min(m_low[step.node], m_low[target]);
    }
  }

  void leave() {
    const Step step = m_way.back();
    m_way.pop_back();
    if (!m_way.empty()) {
      auto& low = m_low[m_way.back().node];
      low = std::min(low, m_low[step.node]);
    }
    if (m_low[step.node] != step.number) {
      return;
    }
    const bool is_cycle = m_open.back() != step.node; // moves lead to the other colour
    m_components += is_cycle ? 1U : 0U;
    for (std::uint32_t node = finished; node != step.node;) {
      node = m_open.back();
      m_open.pop_back();
      m_low[node] = finished;
      m_component[node] = is_cycle ? m_components : 0;
    }
  }

  const GraphView& m_graph;
  std::span<const std::uint8_t> m_known;
  /// The least number of a node in `m_open` that was found to be reached; 0: not visited.
  std::vector<std::uint32_t> m_low;
  std::vector<std::uint32_t> m_component;
  std::vector<Step> m_way;
  std::vector<std::uint32_t> m_open; ///< visited, not yet in a component
  std::uint32_t m_visited = 0;
  std::uint32_t m_components = 0;
};

} // namespace

std::vector<std::uint32_t> find_cycles(const GraphView& graph,
                                       std::span<const std::uint8_t> known) {
  return Components{graph, known}.run();
}

} // namespace xq::analysis
