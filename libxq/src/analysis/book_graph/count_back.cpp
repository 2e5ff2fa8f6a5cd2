#include "analysis/book_graph/count_back.hpp"

#include "analysis/book_graph/attacks.hpp"
#include "analysis/book_graph/chases.hpp"
#include "analysis/book_graph/cycles.hpp"

#include <xq/engine/engine.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>

namespace xq::analysis {

namespace {

/// A score for the side that wins, a ply earlier.
int longer_by_a_ply(int score) noexcept {
  return score > engine::mate_threshold + 1 ? score - 1 : score;
}

/// Where moves come from: the sources of the moves to node i are [first[i]] to [first[i + 1]].
struct Sources {
  static constexpr std::uint32_t check = 1U << 31U;
  std::vector<std::size_t> first;
  std::vector<std::uint32_t> nodes; ///< | check

  explicit Sources(const GraphView& graph) : first(graph.black.size() + 1) {
    for (const std::uint32_t target : graph.targets) {
      ++first[target + 1];
    }
    for (std::size_t i = 1; i < first.size(); ++i) {
      first[i] += first[i - 1];
    }
    nodes.resize(graph.targets.size());
    auto next = first;
    for (std::uint32_t node = 0; node < graph.black.size(); ++node) {
      for (std::size_t i = graph.first[node]; i < graph.first[node + 1]; ++i) {
        nodes[next[graph.targets[i]]++] = node | (graph.checks[i] != 0 ? check : 0U);
      }
    }
  }

  /// Call f(source, check) for each move to `node`.
  template <typename F>
  void for_each(std::uint32_t node, F f) const {
    for (std::size_t i = first[node]; i < first[node + 1]; ++i) {
      f(nodes[i] & ~check, (nodes[i] & check) != 0);
    }
  }
};

/// Nodes from which an open score is reached.
std::vector<std::uint8_t> find_known(const Sources& sources, std::span<const std::int16_t> open) {
  std::vector<std::uint8_t> known(open.size());
  std::vector<std::uint32_t> queue;
  for (std::uint32_t node = 0; node < open.size(); ++node) {
    if (open[node] != no_score) {
      known[node] = 1;
      queue.push_back(node);
    }
  }
  while (!queue.empty()) {
    const auto node = queue.back();
    queue.pop_back();
    sources.for_each(node, [&](std::uint32_t source, bool) {
      if (known[source] == 0) {
        known[source] = 1;
        queue.push_back(source);
      }
    });
  }
  return known;
}

/// What the rules of a graph say of the moves within its cycles.
struct Cycles {
  std::vector<std::uint32_t> components; ///< by RuleSet::cxa
  KnownActs known_acts;
  KnownActs* acts = nullptr; ///< by RuleSet::cxa
  CycleMoves moves;          ///< by RuleSet::wxf

  Cycles(const GraphView& graph, std::span<const std::uint8_t> known) : known_acts{graph} {
    if (graph.rules == RuleSet::wxf) {
      moves = find_cycle_moves(graph, known);
    } else if (graph.rules == RuleSet::cxa) {
      components = find_cycles(graph, known);
      acts = &known_acts;
    }
  }
};

/// The scores above 0 that one side, the winner here, can have whatever the other one does.
class Wins {
public:
  Wins(const GraphView& graph, const Sources& sources, std::span<const std::uint8_t> known,
       Cycles& cycles, std::span<const std::int16_t> open, bool black)
      : m_graph{graph},
        m_sources{sources},
        m_known{known},
        m_open{open},
        m_black{black},
        m_chases{graph, known, cycles.moves, !black},
        m_attacks{graph, known, cycles.components, cycles.acts, !black},
        m_scores(open.size(), 0),
        m_left(open.size(), 0) {}

  /// 0 for nodes that are not won; scores of the winner.
  std::vector<std::int16_t> run() {
    begin();
    if (m_graph.rules == RuleSet::wxf) {
      find_endless_checks();
    }
    m_look_at_rules |= !m_chases.empty() || !m_attacks.empty();
    m_waiting[engine::rule_win]; // from there on the rules decide, too
    while (!m_waiting.empty()) {
      const int score = m_waiting.begin()->first;
      settle_all(score);
      while (score <= engine::rule_win && m_look_at_rules) {
        m_look_at_rules = false;
        settle_endless_checks(score);
        settle_lost(m_chases, score);
        settle_lost(m_attacks, score);
        settle_all(score);
      }
      m_waiting.erase(score);
    }
    return std::move(m_scores);
  }

private:
  [[nodiscard]] bool is_winners(std::uint32_t node) const noexcept {
    return (m_graph.black[node] != 0) == m_black;
  }
  /// The open score of a node, as the winner sees it; 0 or less when there is none.
  [[nodiscard]] int open_score(std::uint32_t node) const noexcept {
    const int open = m_open[node];
    return open == no_score ? 0 : is_winners(node) ? open : -open;
  }
  template <typename F>
  void for_each_move(std::uint32_t node, F f) const {
    for (std::size_t i = m_graph.first[node]; i < m_graph.first[node + 1]; ++i) {
      if (m_known[m_graph.targets[i]] != 0) {
        f(m_graph.targets[i], m_graph.checks[i] != 0);
      }
    }
  }

  void begin() {
    for (std::uint32_t node = 0; node < m_open.size(); ++node) {
      if (m_known[node] == 0) {
        continue;
      }
      for_each_move(node, [&](std::uint32_t, bool) { ++m_left[node]; });
      m_left[node] += m_open[node] == no_score ? 0U : 1U;
      if (open_score(node) > 0) {
        m_waiting[open_score(node)].push_back(node);
      }
    }
  }

  /// Everything that is worth `score` by way of nodes that are settled.
  void settle_all(int score) {
    auto& waiting = m_waiting[score];
    // NOLINTNEXTLINE(modernize-loop-convert): the list grows meanwhile
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      const std::uint32_t node = waiting[i];
      if (m_scores[node] == 0 && (is_winners(node) || --m_left[node] == 0)) {
        settle(node, score);
      } else if (m_scores[node] == 0) {
        m_look_at_rules |=
            is_checked_for_ever(node) || m_chases.contains(node) || m_attacks.contains(node);
      }
    }
    waiting = {};
  }

  void settle(std::uint32_t node, int score) {
    m_scores[node] = static_cast<std::int16_t>(score);
    auto& earlier = m_waiting[longer_by_a_ply(score)];
    m_sources.for_each(node, [&](std::uint32_t source, bool) {
      if (m_known[source] != 0 && m_scores[source] == 0) {
        earlier.push_back(source);
      }
    });
  }

  // ---- checks for ever: the loser checks with all his moves ------------------------------------

  [[nodiscard]] bool is_checked_for_ever(std::uint32_t node) const noexcept {
    return !m_endless.empty() && m_endless[node] != 0;
  }

  /// Nodes from which play without end is possible in which the loser always checks: what is left
  /// when nodes without such a move are taken away again and again.
  void find_endless_checks() {
    std::vector<std::uint32_t> moves(m_open.size(), 0);
    std::vector<std::uint32_t> ended;
    std::size_t left = 0;
    for (std::uint32_t node = 0; node < moves.size(); ++node) {
      if (m_known[node] != 0) {
        for_each_move(node, [&](std::uint32_t, bool check) {
          moves[node] += is_winners(node) || check ? 1U : 0U;
        });
        ++left;
        if (moves[node] == 0) {
          ended.push_back(node);
        }
      }
    }
    while (!ended.empty()) {
      const auto node = ended.back();
      ended.pop_back();
      --left;
      m_sources.for_each(node, [&](std::uint32_t source, bool check) {
        if (m_known[source] != 0 && (is_winners(source) || check) && --moves[source] == 0) {
          ended.push_back(source);
        }
      });
    }
    if (left == 0) {
      return;
    }
    m_endless.resize(moves.size());
    for (std::uint32_t node = 0; node < moves.size(); ++node) {
      if (moves[node] != 0) {
        m_endless[node] = 1;
        m_checked.push_back(node);
      }
    }
    m_look_at_rules = true;
  }

  /// Settle the nodes from which the loser has nothing but to check for ever, while the winner does
  /// not, or to go where the score is known. The set of these is the greatest one from each of
  /// whose nodes the winner can force one of his moves that does not check and stays in the set.
  void settle_endless_checks(int score) {
    std::erase_if(m_checked, [&](std::uint32_t node) { return m_scores[node] != 0; });
    std::vector<std::uint32_t> set = m_checked;
    while (!set.empty()) {
      mark(set, in_set);
      auto forced = force_quiet_move(set, score);
      mark(set, 1);
      if (forced.size() == set.size()) {
        break;
      }
      set = std::move(forced);
    }
    for (const auto node : set) {
      settle(node, score);
    }
  }

  /// Settle the nodes from which the loser has nothing but an offence, or to go where the score is
  /// known.
  template <typename Offences>
  void settle_lost(const Offences& offences, int score) {
    if (offences.empty()) {
      return;
    }
    const auto lost = offences.lost([&](std::uint32_t node) { return m_scores[node] != 0; },
                                    [&](std::uint32_t node) { return is_bound(node, score); });
    for (const auto node : lost) {
      settle(node, score);
    }
  }
  /// The loser's open moves lead to no less than `score` for the winner.
  [[nodiscard]] bool is_bound(std::uint32_t node, int score) const {
    return m_open[node] == no_score || open_score(node) >= score;
  }

  static constexpr std::uint8_t in_set = 2;
  static constexpr std::uint8_t is_forced = 3;
  void mark(const std::vector<std::uint32_t>& nodes, std::uint8_t value) {
    for (const auto node : nodes) {
      m_endless[node] = value;
    }
  }

  /// The nodes of a set, marked in_set, from which the winner forces a move of his that
  /// does not check and ends in the set.
  std::vector<std::uint32_t> force_quiet_move(const std::vector<std::uint32_t>& set, int score) {
    std::vector<std::uint32_t> forced;
    for (bool more = true; more;) {
      more = false;
      for (const auto node : set) {
        if (m_endless[node] == in_set && forces(node, score)) {
          m_endless[node] = is_forced;
          forced.push_back(node);
          more = true;
        }
      }
    }
    return forced;
  }

  [[nodiscard]] bool forces(std::uint32_t node, int score) const {
    bool one = false;
    bool all = true;
    for_each_move(node, [&](std::uint32_t target, bool check) {
      const std::uint8_t state = m_endless[target];
      if (is_winners(node)) {
        one |= check ? state == is_forced : state >= in_set;
      } else {
        all &= m_scores[target] != 0 || (check && state == is_forced);
      }
    });
    if (is_winners(node)) {
      return one;
    }
    return all && is_bound(node, score);
  }

  const GraphView& m_graph;
  const Sources& m_sources;
  std::span<const std::uint8_t> m_known;
  std::span<const std::int16_t> m_open;
  bool m_black;
  Chases m_chases;   ///< of the loser
  Attacks m_attacks; ///< of the loser
  std::vector<std::int16_t> m_scores;
  std::vector<std::uint32_t> m_left; ///< of the loser's nodes: moves that are not settled
  std::map<int, std::vector<std::uint32_t>, std::greater<>> m_waiting; ///< by score
  std::vector<std::uint8_t> m_endless;  ///< 0, 1, or while a set is looked for the values above
  std::vector<std::uint32_t> m_checked; ///< the nodes in m_endless
  bool m_look_at_rules = false;         ///< play without end may be lost where it was not before
};

} // namespace

std::int16_t one_ply_earlier(std::int16_t score) noexcept {
  return static_cast<std::int16_t>(score < 0 ? longer_by_a_ply(-score) : -longer_by_a_ply(score));
}

std::vector<std::int16_t> count_back(const GraphView& graph, std::span<const std::int16_t> open) {
  const Sources sources{graph};
  const auto known = find_known(sources, open);
  Cycles cycles{graph, known};
  auto scores = Wins{graph, sources, known, cycles, open, false}.run();
  const auto black = Wins{graph, sources, known, cycles, open, true}.run();
  for (std::size_t node = 0; node < scores.size(); ++node) {
    const int red = scores[node] - black[node];
    scores[node] = known[node] == 0
                       ? no_score
                       : static_cast<std::int16_t>(graph.black[node] != 0 ? -red : red);
  }
  return scores;
}

} // namespace xq::analysis
