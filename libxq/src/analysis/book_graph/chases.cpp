#include "analysis/book_graph/chases.hpp"

#include "analysis/book_graph/cycles.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

namespace xq::analysis {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;

Square after_move(Square piece, const PieceMove& move) noexcept {
  const Square moved = piece == move.from ? move.to : piece;
  return move.mirrored ? mirror(moved) : moved;
}

Bitboard after_move(Bitboard pieces, const PieceMove& move) noexcept {
  Bitboard out;
  for (const Square piece : pieces) {
    out |= Bitboard{after_move(piece, move)};
  }
  return out;
}

/// What the side that is chased has done with all its moves since the last mark. A mark is passed
/// when this amounts to nothing: no check with every move, no piece that was chased with each.
struct Hold {
  bool is_fresh = true;    ///< it has not moved
  bool only_checks = true; ///< its moves gave check
  Bitboard chased;         ///< they chased each of these

  [[nodiscard]] bool is_mark() const noexcept { return !is_fresh && !only_checks && !chased; }
  [[nodiscard]] auto key() const noexcept {
    return std::tuple{is_fresh, only_checks, chased.bits()};
  }
};

Hold after_own_move(const Hold& hold, const CycleMove& move) {
  Hold out;
  out.is_fresh = false;
  out.only_checks = hold.only_checks && move.check;
  // where they stand now; the pieces of the other side do not move
  const Bitboard before =
      hold.is_fresh ? Bitboard::all() : after_move(hold.chased, {{}, {}, move.pieces.mirrored, {}});
  out.chased = move.check ? Bitboard{} : before & move.pieces.chased;
  return out;
}

Hold after_other_move(const Hold& hold, const CycleMove& move) {
  Hold out = hold;
  out.chased = after_move(hold.chased, move.pieces);
  return out;
}

} // namespace

/// A node, the piece that is chased there, and the hold of the other side.
struct Chases::State {
  struct Edge {
    std::uint32_t target; ///< node
    std::uint32_t state;  ///< `none`: the chase does not go on with this move
    bool passes_mark;
  };
  std::uint32_t node;
  bool is_chasers;         ///< the chaser moves
  std::vector<Edge> edges; ///< of the chaser: all moves; of the other side: those that go on
};

/// Finds the pairs of a node and a piece that can be chased from there for ever, then the states.
class Chases::Builder {
public:
  Builder(const GraphView& graph, std::span<const std::uint8_t> known, const CycleMoves& moves,
          bool black)
      : m_graph{graph}, m_known{known}, m_moves{moves}, m_black{black} {}

  std::vector<State> run() {
    find_pairs();
    remove_dead_ends();
    for (const auto& [pair, index] : m_pairs) {
      if (m_edges_left[index] != 0) {
        add(pair, {});
      }
    }
    for (std::size_t i = 0; i < m_out.size(); ++i) {
      connect(i);
    }
    return std::move(m_out);
  }

private:
  using Pair = std::pair<std::uint32_t, Square>;

  [[nodiscard]] bool is_chasers(std::uint32_t node) const noexcept {
    return (m_graph.black[node] != 0) == m_black;
  }
  [[nodiscard]] const std::vector<CycleMove>& moves_of(std::uint32_t node) const {
    static const std::vector<CycleMove> no_moves;
    const auto found = m_moves.find(node);
    return found == m_moves.end() ? no_moves : found->second;
  }
  /// Call f(move, piece after it) for the moves with which the chase of a piece goes on.
  template <typename F>
  void for_each_going_on(const Pair& pair, F f) const {
    const bool chaser = is_chasers(pair.first);
    for (const CycleMove& move : moves_of(pair.first)) {
      const Square victim = after_move(pair.second, move.pieces);
      if (!chaser || move.pieces.chased.contains(victim)) {
        f(move, victim);
      }
    }
  }

  std::uint32_t number(const Pair& pair) {
    const auto [found, is_new] = m_pairs.emplace(pair, static_cast<std::uint32_t>(m_pairs.size()));
    if (is_new) {
      m_list.push_back(pair);
    }
    return found->second;
  }

  void find_pairs() {
    for (const auto& [node, moves] : m_moves) {
      for (const CycleMove& move : moves) {
        for (const Square victim : is_chasers(node) ? move.pieces.chased : Bitboard{}) {
          number({node, move.pieces.mirrored ? mirror(victim) : victim});
        }
      }
    }
    for (std::size_t i = 0; i < m_list.size(); ++i) {
      const Pair pair = m_list[i];
      m_edges_left.push_back(0);
      for_each_going_on(pair, [&](const CycleMove& move, Square victim) {
        const auto target = number({move.target, victim});
        m_sources.emplace_back(target, static_cast<std::uint32_t>(i));
        ++m_edges_left[i];
      });
    }
    std::ranges::sort(m_sources);
  }

  /// A chase that comes to where it cannot go on is not for ever.
  void remove_dead_ends() {
    std::vector<std::uint32_t> ended;
    for (std::uint32_t i = 0; i < m_edges_left.size(); ++i) {
      if (m_edges_left[i] == 0) {
        ended.push_back(i);
      }
    }
    while (!ended.empty()) {
      const auto pair = ended.back();
      ended.pop_back();
      auto source = std::ranges::lower_bound(m_sources, std::pair{pair, std::uint32_t{0}});
      for (; source != m_sources.end() && source->first == pair; ++source) {
        if (--m_edges_left[source->second] == 0) {
          ended.push_back(source->second);
        }
      }
    }
  }

  /// Number of the state, or `none` where the chase comes to an end.
  std::uint32_t add(const Pair& pair, const Hold& hold) {
    const auto known = m_pairs.find(pair);
    if (known == m_pairs.end() || m_edges_left[known->second] == 0) {
      return none;
    }
    const auto [chased, is_new] =
        m_states.emplace(std::tuple{pair, hold.key()}, static_cast<std::uint32_t>(m_out.size()));
    if (is_new) {
      m_out.push_back({pair.first, is_chasers(pair.first), {}});
      m_details.emplace_back(pair, hold);
    }
    return chased->second;
  }

  void connect(std::size_t state) {
    const auto [pair, hold] = m_details[state];
    std::vector<State::Edge> edges;
    if (is_chasers(pair.first)) {
      connect_chaser(pair, hold, edges);
    } else {
      for_each_going_on(pair, [&, &hold = hold](const CycleMove& move, Square victim) {
        const Hold next = after_own_move(hold, move);
        const auto target = add({move.target, victim}, next.is_mark() ? Hold{} : next);
        if (target != none) {
          edges.push_back({move.target, target, next.is_mark()});
        }
      });
    }
    m_out[state].edges = std::move(edges);
  }

  void connect_chaser(const Pair& pair, const Hold& hold, std::vector<State::Edge>& edges) {
    for_each_going_on(pair, [&](const CycleMove& move, Square victim) {
      edges.push_back(
          {move.target, add({move.target, victim}, after_other_move(hold, move)), false});
    });
    // moves with which it does not go on: those out of the cycle, and others within it
    for (const CycleMove& move : moves_of(pair.first)) {
      if (!move.pieces.chased.contains(after_move(pair.second, move.pieces))) {
        edges.push_back({move.target, none, false});
      }
    }
    for (std::size_t i = m_graph.first[pair.first]; i < m_graph.first[pair.first + 1]; ++i) {
      const auto target = m_graph.targets[i];
      const bool within = std::ranges::any_of(
          moves_of(pair.first), [&](const CycleMove& move) { return move.target == target; });
      if (!within && m_known[target] != 0) {
        edges.push_back({target, none, false});
      }
    }
  }

  const GraphView& m_graph;
  std::span<const std::uint8_t> m_known;
  const CycleMoves& m_moves;
  bool m_black; ///< chases

  std::map<Pair, std::uint32_t> m_pairs; ///< to their numbers
  std::vector<Pair> m_list;              ///< by number
  std::vector<std::uint32_t> m_edges_left;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> m_sources; ///< target and source, sorted

  std::map<std::tuple<Pair, decltype(Hold{}.key())>, std::uint32_t> m_states;
  std::vector<std::pair<Pair, Hold>> m_details; ///< by state
  std::vector<State> m_out;
};

Chases::Chases(const GraphView& graph, std::span<const std::uint8_t> known, const CycleMoves& moves,
               bool black_chases)
    : m_states{Builder{graph, known, moves, black_chases}.run()} {
  for (const State& state : m_states) {
    m_nodes.insert(state.node);
  }
}

Chases::~Chases() = default;

namespace {
enum Mark : std::uint8_t { out, in_set, forced };
}

bool Chases::forces_mark(const State& state, const std::vector<std::uint8_t>& marks,
                         const Predicate& is_settled) const {
  if (!state.is_chasers) {
    return std::ranges::any_of(state.edges, [&](const State::Edge& edge) {
      return edge.passes_mark ? marks[edge.state] != out : marks[edge.state] == forced;
    });
  }
  return std::ranges::all_of(state.edges, [&](const State::Edge& edge) {
    return is_settled(edge.target) || (edge.state != none && marks[edge.state] == forced);
  });
}

/// The greatest set of states from each of which the other side forces that a mark is passed and
/// the play stays in the set, or comes to a settled node.
std::vector<std::uint32_t> Chases::lost(const Predicate& is_settled,
                                        const Predicate& is_bound) const {
  std::vector<std::uint32_t> set;
  std::vector<std::uint8_t> marks(m_states.size(), out);
  for (std::uint32_t i = 0; i < m_states.size(); ++i) {
    const State& state = m_states[i];
    if (!is_settled(state.node) && (!state.is_chasers || is_bound(state.node))) {
      set.push_back(i);
    }
  }
  for (bool changed = true; changed;) {
    std::ranges::fill(marks, out);
    for (const auto i : set) {
      marks[i] = in_set;
    }
    for (bool more = true; more;) {
      more = false;
      for (const auto i : set) {
        if (marks[i] == in_set && forces_mark(m_states[i], marks, is_settled)) {
          marks[i] = forced;
          more = true;
        }
      }
    }
    changed = std::erase_if(set, [&](std::uint32_t i) { return marks[i] != forced; }) != 0;
  }
  std::vector<std::uint32_t> nodes;
  nodes.reserve(set.size());
  for (const auto i : set) {
    nodes.push_back(m_states[i].node);
  }
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

CycleMoves find_cycle_moves(const GraphView& graph, std::span<const std::uint8_t> known) {
  CycleMoves out;
  if (!graph.piece_moves) {
    return out;
  }
  const auto components = find_cycles(graph, known);
  for (std::uint32_t node = 0; node < components.size(); ++node) {
    for (std::size_t i = graph.first[node]; components[node] != 0 && i < graph.first[node + 1];
         ++i) {
      if (components[graph.targets[i]] == components[node]) {
        for (const PieceMove& pieces : graph.piece_moves(node, i)) {
          out[node].push_back({graph.targets[i], graph.checks[i] != 0, pieces});
        }
      }
    }
  }
  return out;
}

} // namespace xq::analysis
