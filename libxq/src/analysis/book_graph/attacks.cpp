#include "analysis/book_graph/attacks.hpp"

#include "analysis/book_graph/endless_play.hpp"
#include "board/rules/cxa_conduct.hpp"

#include <algorithm>

namespace xq::analysis {

namespace {

bool is_idle(const MoveAct& act) noexcept { return act.act == cxa::Act::idle && act.decided; }

} // namespace

const MoveActs& KnownActs::of(const NodeMove* check, const NodeMove& move) {
  const auto [found, is_new] =
      m_known.try_emplace({check == nullptr ? 0 : check->move + 1, move.move});
  if (is_new) {
    found->second = m_graph.acts(check, move);
  }
  return found->second;
}

/// Finds the states from which the offender can attack for ever, then what their moves are.
class Attacks::Builder {
public:
  Builder(const GraphView& graph, std::span<const std::uint8_t> known,
          std::span<const std::uint32_t> components, KnownActs& acts, bool black, Attacks& out)
      : m_graph{graph},
        m_known{known},
        m_components{components},
        m_acts{acts},
        m_black{black},
        m_out{out},
        m_first(components.size() + 1, none) {}

  void run() {
    add_states();
    for (State& state : m_states) {
      connect(state);
    }
    remove_dead_ends();
    keep_the_rest();
  }

private:
  static constexpr std::uint32_t none = 0xFFFFFFFFU;

  [[nodiscard]] bool is_within(std::uint32_t node, std::size_t move) const noexcept {
    return m_components[node] != 0 && m_components[m_graph.targets[move]] == m_components[node];
  }
  template <typename F>
  void for_each_within(std::uint32_t node, F f) const {
    for (std::size_t i = m_graph.first[node]; i < m_graph.first[node + 1]; ++i) {
      if (is_within(node, i)) {
        f(i);
      }
    }
  }

  void add(std::uint32_t node, std::optional<NodeMove> check) {
    State state;
    state.node = node;
    state.check = check;
    state.is_offenders = (m_graph.black[node] != 0) == m_black;
    m_states.push_back(state);
  }

  /// One of each node in a cycle, or of each move within it that gives check there: what an answer
  /// to a check is depends on what stood before that check.
  void add_states() {
    const auto nodes = static_cast<std::uint32_t>(m_components.size());
    std::vector<std::vector<NodeMove>> checks(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      for_each_within(node, [&](std::size_t i) {
        if (m_graph.checks[i] != 0) {
          checks[m_graph.targets[i]].push_back({node, i});
        }
      });
    }
    for (std::uint32_t node = 0; node < nodes; ++node) {
      m_first[node] = static_cast<std::uint32_t>(m_states.size());
      if (m_components[node] == 0) {
        continue;
      }
      for (const NodeMove& check : checks[node]) {
        add(node, check);
      }
      if (checks[node].empty()) {
        add(node, std::nullopt);
      }
    }
    m_first.back() = static_cast<std::uint32_t>(m_states.size());
  }

  [[nodiscard]] std::uint32_t after(std::size_t move) const {
    const std::uint32_t node = m_graph.targets[move];
    for (std::uint32_t state = m_first[node]; state < m_first[node + 1]; ++state) {
      if (!m_states[state].check || m_states[state].check->move == move) {
        return state;
      }
    }
    return none;
  }

  [[nodiscard]] const MoveActs& acts_of(const State& state, const NodeMove& move) {
    return m_acts.of(state.check ? &*state.check : nullptr, move);
  }

  void connect(State& state) {
    for (std::size_t i = m_graph.first[state.node]; i < m_graph.first[state.node + 1]; ++i) {
      const NodeMove move{state.node, i};
      const auto target = is_within(state.node, i) ? after(i) : none;
      const bool goes_on = target != none && (!state.is_offenders || attacks(state, move));
      if (goes_on) {
        state.edges.push_back({target, 0, move});
      } else if (state.is_offenders && m_known[m_graph.targets[i]] != 0) {
        state.ways_out.push_back(m_graph.targets[i]);
      }
    }
  }

  [[nodiscard]] bool attacks(const State& state, const NodeMove& move) {
    if (m_graph.checks[move.move] != 0) {
      return true;
    }
    const MoveActs& acts = acts_of(state, move);
    return !is_idle(acts[0]) || !is_idle(acts[1]);
  }

  /// An attack that comes to where it cannot go on is not for ever.
  void remove_dead_ends() {
    m_left.resize(m_states.size());
    std::vector<std::vector<std::uint32_t>> sources(m_states.size());
    std::vector<std::uint32_t> ended;
    for (std::uint32_t i = 0; i < m_states.size(); ++i) {
      m_left[i] = static_cast<std::uint32_t>(m_states[i].edges.size());
      for (const State::Edge& edge : m_states[i].edges) {
        sources[edge.target].push_back(i);
      }
      if (m_left[i] == 0) {
        ended.push_back(i);
      }
    }
    while (!ended.empty()) {
      const auto state = ended.back();
      ended.pop_back();
      for (const auto source : sources[state]) {
        if (--m_left[source] == 0) {
          ended.push_back(source);
        }
      }
    }
  }

  void keep_the_rest() {
    std::vector<std::uint32_t> numbers(m_states.size(), none);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < m_states.size(); ++i) {
      numbers[i] = m_left[i] != 0 ? kept++ : none;
    }
    for (State& state : m_states) {
      if (m_left[static_cast<std::size_t>(&state - m_states.data())] == 0) {
        continue;
      }
      std::vector<State::Edge> edges;
      for (const State::Edge& edge : state.edges) {
        if (numbers[edge.target] != none) {
          edges.push_back({numbers[edge.target], number_of(state, edge.move), edge.move});
        } else if (state.is_offenders) {
          state.ways_out.push_back(m_states[edge.target].node);
        }
      }
      m_out.m_nodes.insert(state.node);
      m_out.m_states.push_back(
          {state.node, state.check, state.is_offenders, std::move(edges), state.ways_out});
    }
  }

  [[nodiscard]] unsigned number_of(const State& state, const NodeMove& move) {
    const SideActs wanted{state.is_offenders, acts_of(state, move)};
    auto& known = m_out.m_acts;
    const auto found = std::ranges::find(known, wanted);
    if (found == known.end()) {
      known.push_back(wanted);
      return static_cast<unsigned>(known.size() - 1);
    }
    return static_cast<unsigned>(found - known.begin());
  }

  const GraphView& m_graph;
  std::span<const std::uint8_t> m_known;
  std::span<const std::uint32_t> m_components;
  KnownActs& m_acts;
  bool m_black;
  Attacks& m_out;
  std::vector<State> m_states;
  std::vector<std::uint32_t> m_first; ///< of node i: the states from [i] to [i + 1]
  std::vector<std::uint32_t> m_left;  ///< by state: edges that go on
};

Attacks::Attacks(const GraphView& graph, std::span<const std::uint8_t> known,
                 std::span<const std::uint32_t> components, KnownActs* acts, bool black_attacks) {
  if (acts != nullptr) {
    Builder{graph, known, components, *acts, black_attacks, *this}.run();
  }
}

/// The states in which play can go on with attacks of the offender, who cannot leave it: 1.
std::vector<std::uint8_t> Attacks::playable(const Predicate& is_settled,
                                            const Predicate& is_bound) const {
  std::vector<std::uint8_t> out(m_states.size(), 0);
  for (std::size_t i = 0; i < m_states.size(); ++i) {
    const State& state = m_states[i];
    out[i] = !is_settled(state.node) &&
                     (!state.is_offenders ||
                      (is_bound(state.node) && std::ranges::all_of(state.ways_out, is_settled)))
                 ? 1
                 : 0;
  }
  const auto stays = [&](const State& state) {
    const bool one = std::ranges::any_of(
        state.edges, [&](const State::Edge& edge) { return out[edge.target] != 0; });
    return one &&
           (!state.is_offenders || std::ranges::all_of(state.edges, [&](const State::Edge& edge) {
             return out[edge.target] != 0 || is_settled(m_states[edge.target].node);
           }));
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < m_states.size(); ++i) {
      if (out[i] != 0 && !stays(m_states[i])) {
        out[i] = 0;
        changed = true;
      }
    }
  }
  return out;
}

/// Whether the offender loses by what happens again and again: `acts` of both sides.
bool Attacks::has_to_change(std::span<const unsigned> acts) const {
  const auto doing_of = [&](bool offender, bool pawns_chase) {
    cxa::Doing out;
    for (const unsigned number : acts) {
      const SideActs& known = m_acts[number];
      const MoveAct& act = known.acts[pawns_chase ? 1 : 0];
      if (known.is_offenders == offender) {
        out.add(act.act, act.decided);
        if (act.act == cxa::Act::chase) {
          out.add_chase(act.alone, false);
        }
      }
    }
    return out;
  };
  std::array<cxa::Doing, color_count> doings{doing_of(true, false), doing_of(false, false)};
  for (const std::size_t side : {0U, 1U}) {
    // 26.1.4, as RepetitionJudge has it
    if (doings[side].idle && !doings[1 - side].idle) {
      const cxa::Doing with_pawns = doing_of(side == 0, true);
      doings[side] = with_pawns.idle ? doings[side] : with_pawns;
    }
  }
  return doings[0].is_decided() && doings[1].is_decided() &&
         cxa::find_offence(doings).side == Color::red; // the first of the two
}

std::vector<std::uint32_t> Attacks::lost(const Predicate& is_settled,
                                         const Predicate& is_bound) const {
  const auto marks = playable(is_settled, is_bound);
  EndlessPlay play;
  std::vector<std::uint32_t> vertices(m_states.size(), 0);
  for (std::size_t i = 0; i < m_states.size(); ++i) {
    if (marks[i] != 0) {
      vertices[i] = static_cast<std::uint32_t>(play.vertices.size());
      play.vertices.push_back({!m_states[i].is_offenders, EndlessPlay::Vertex::none, {}});
    }
  }
  if (play.vertices.empty()) {
    return {};
  }
  for (std::size_t i = 0; i < m_states.size(); ++i) {
    for (const State::Edge& edge : marks[i] != 0 ? m_states[i].edges : std::vector<State::Edge>{}) {
      if (marks[edge.target] != 0) {
        play.vertices[vertices[i]].next.push_back(static_cast<std::uint32_t>(play.vertices.size()));
        play.vertices.push_back({false, edge.act, {vertices[edge.target]}});
      }
    }
  }
  play.is_win = [this](std::span<const unsigned> acts) { return has_to_change(acts); };
  const auto won = play.solve();
  std::vector<std::uint32_t> nodes;
  for (std::size_t i = 0; i < m_states.size(); ++i) {
    if (marks[i] != 0 && won[vertices[i]]) {
      nodes.push_back(m_states[i].node);
    }
  }
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

} // namespace xq::analysis
