// Play without end by the Chinese rules in graphs with cycles, against the articles: what happens
// infinitely often says who wins.

#include "analysis/book_graph/count_back.hpp"
#include "support/catch.hpp"
#include "support/muller_game.hpp"
#include "support/random_positions.hpp"

#include <xq/engine/engine.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <vector>

using namespace xq;
using namespace xq::analysis;
using cxa::Act;

namespace {

/// What a move may be, by its bit among those of its side.
enum Kind : unsigned { idle, check, kill, chase_alone, chase_together, pawn_chase, unknown };
constexpr unsigned kinds = 7;
constexpr unsigned ended_well = 2 * kinds;
constexpr unsigned ended_badly = 2 * kinds + 1;

MoveActs acts_of(Kind kind) {
  switch (kind) {
  case idle:
    return {};
  case check:
    return {MoveAct{Act::check}, MoveAct{Act::check}};
  case kill:
    return {MoveAct{Act::kill}, MoveAct{Act::kill}};
  case chase_alone:
    return {MoveAct{Act::chase, true}, MoveAct{Act::chase, true}};
  case chase_together:
    return {MoveAct{Act::chase, false}, MoveAct{Act::chase, false}};
  case pawn_chase: // idle, but for 26.1.4
    return {MoveAct{}, MoveAct{Act::chase, true}};
  default:
    return {MoveAct{Act::idle, false, false}, MoveAct{Act::idle, false, false}};
  }
}

struct AttackGraph {
  std::vector<std::uint8_t> black;
  std::vector<std::size_t> first{0};
  std::vector<std::uint32_t> sources;
  std::vector<std::uint32_t> targets;
  std::vector<std::uint8_t> checks;
  /// By move: what it is, and what it is as the answer to each check (by the number of that move).
  std::vector<std::vector<Kind>> kinds_of;
  std::vector<std::int16_t> open;

  [[nodiscard]] Kind kind(const std::size_t* before, std::size_t move) const {
    return before != nullptr && checks[*before] != 0 ? kinds_of[move][1 + *before]
                                                     : kinds_of[move][0];
  }
  [[nodiscard]] GraphView view() const {
    GraphView out{black, first, targets, checks, {}, RuleSet::cxa, {}};
    out.acts = [this](const NodeMove* before, const NodeMove& move) {
      return acts_of(kind(before == nullptr ? nullptr : &before->move, move.move));
    };
    return out;
  }
};

AttackGraph random_graph(std::mt19937& random, std::uint32_t nodes) {
  const auto below = [&random](std::size_t n) { return static_cast<unsigned>(random() % n); };
  AttackGraph out;
  const unsigned checked_of_eight = below(4);
  const unsigned closed = below(4); // how many nodes have no open move
  const unsigned attacks_of_eight = 3 + below(6);
  // two kinds of attacks of each side: the more there are, the longer the plain solution takes
  std::array<std::array<Kind, 2>, 2> sorts{};
  for (auto& sort : sorts) {
    sort = {static_cast<Kind>(kill + below(5)), static_cast<Kind>(kill + below(5))};
  }
  const auto kind = [&](std::uint32_t source) {
    return below(8) < attacks_of_eight ? sorts[source % 2][below(2)] : idle;
  };
  std::vector<std::uint8_t> checked;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    out.black.push_back(static_cast<std::uint8_t>(node % 2));
    checked.push_back(below(8) < checked_of_eight ? 1 : 0);
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (std::uint32_t target = 0; target < nodes; ++target) {
      if (out.black[target] != out.black[node] && below(nodes) < 3) {
        out.sources.push_back(node);
        out.targets.push_back(target);
        out.checks.push_back(checked[target]);
      }
    }
    out.first.push_back(out.targets.size());
    const bool has_moves = out.first[node] != out.first[node + 1];
    constexpr std::array<int, 6> values{-200, -3, 0, 3, 200, -20'000};
    out.open.push_back(has_moves && below(4) < closed
                           ? no_score
                           : static_cast<std::int16_t>(values[below(values.size())]));
  }
  for (std::size_t move = 0; move < out.targets.size(); ++move) {
    std::vector<Kind> all;
    for (std::size_t i = 0; i <= out.targets.size(); ++i) {
      all.push_back(out.checks[move] != 0 ? check : kind(out.sources[move]));
    }
    out.kinds_of.push_back(all);
  }
  return out;
}

/// Who has to change, from the articles as they are written: 0 nobody, else 1 + the side.
unsigned offender(unsigned red, unsigned black) {
  std::array<unsigned, 2> own{red, black};
  const auto has = [&](unsigned side, Kind kind) { return (own[side] & (1U << kind)) != 0; };
  const auto only = [&](unsigned side, unsigned allowed) { return (own[side] & ~allowed) == 0; };
  constexpr unsigned chases = 1U << chase_alone | 1U << chase_together;
  for (unsigned side = 0; side < 2; ++side) {
    // 26.1.4: where the other side attacks with every move, and this one does with its pawns' moves
    const bool other_attacks = !has(1 - side, idle) && !has(1 - side, pawn_chase);
    if (has(side, pawn_chase) && !has(side, idle) && other_attacks) {
      own[side] = (own[side] & ~(1U << pawn_chase)) | 1U << chase_alone;
    }
  }
  const std::array<bool, 2> allowed{has(0, idle) || has(0, pawn_chase),
                                    has(1, idle) || has(1, pawn_chase)};
  if ((!allowed[0] && has(0, unknown)) || (!allowed[1] && has(1, unknown))) {
    return 0; // not decided
  }
  const std::array<bool, 2> checks{only(0, 1U << check), only(1, 1U << check)};
  if (checks[0] != checks[1]) {
    return checks[0] ? 1 : 2; // 25.1
  }
  if (allowed[0] != allowed[1]) {
    return allowed[1] ? 1 : 2; // 25.3
  }
  for (unsigned side = 0; side < 2 && !allowed[0]; ++side) {
    const bool kills_against_chases = only(side, 1U << kill) && only(1 - side, chases);
    const bool alone_against_together =
        only(side, 1U << chase_alone) && has(1 - side, chase_together);
    if (kills_against_chases || alone_against_together) {
      return 1 + side; // 26.9.1; 26.9.2 and 26.9.3
    }
  }
  return 0;
}

bool red_wins(unsigned colors, int least) {
  if ((colors & (1U << ended_well)) != 0 || (colors & (1U << ended_badly)) != 0) {
    return (colors & (1U << ended_well)) != 0;
  }
  constexpr unsigned of_side = (1U << kinds) - 1;
  const unsigned loser = offender(colors & of_side, (colors >> kinds) & of_side);
  const int red = loser == 0 ? 0 : loser == 1 ? -engine::rule_win : engine::rule_win;
  return red >= least;
}

/// Nodes where Red has `least` or more. A vertex is a node and the check that led there, if any.
std::vector<bool> solve(const AttackGraph& graph, const std::vector<std::int16_t>& scores,
                        int least) {
  const auto nodes = static_cast<std::uint32_t>(graph.open.size());
  const auto moves = static_cast<std::uint32_t>(graph.targets.size());
  support::MullerGame game{2 * kinds + 2,
                           [least](unsigned colors) { return red_wins(colors, least); }};
  const auto vertex = [&](std::uint32_t node, std::uint32_t last) {
    return node * (moves + 1) + last;
  };
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (std::uint32_t last = 0; last <= moves; ++last) {
      static_cast<void>(game.add(graph.black[node] == 0, 0));
    }
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (std::uint32_t last = 0; last <= moves; ++last) {
      const auto here = vertex(node, last);
      if (last != 0 && (graph.targets[last - 1] != node || graph.checks[last - 1] == 0)) {
        game.connect(here, here); // never reached
        continue;
      }
      bool stuck = true;
      if (graph.open[node] != no_score) {
        const int red = graph.black[node] != 0 ? -graph.open[node] : graph.open[node];
        const auto end = game.add(true, 1U << (red >= least ? ended_well : ended_badly));
        game.connect(end, end);
        game.connect(here, end);
        stuck = false;
      }
      for (std::size_t move = graph.first[node]; move < graph.first[node + 1]; ++move) {
        if (scores[graph.targets[move]] == no_score) {
          continue;
        }
        const std::size_t before = last - 1;
        const Kind kind = graph.kind(last == 0 ? nullptr : &before, move);
        const auto made = game.add(true, 1U << (kind + kinds * graph.black[node]));
        game.connect(here, made);
        const auto answered = graph.checks[move] != 0 ? static_cast<std::uint32_t>(move) + 1 : 0;
        game.connect(made, vertex(graph.targets[move], answered));
        stuck = false;
      }
      if (stuck) {
        game.connect(here, here);
      }
    }
  }
  const auto won = game.solve();
  std::vector<bool> out;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    out.push_back(won[vertex(node, 0)]);
  }
  return out;
}

} // namespace

TEST_CASE("play without end by the Chinese rules in a graph decides as the articles do",
          "[analysis]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed + 3};
  std::size_t decided_by_rules = 0;
  std::size_t draws = 0;
  for (int round = 0; round < 600; ++round) {
    const auto graph = random_graph(random, 2 + static_cast<std::uint32_t>(random() % 4));
    const auto scores = count_back(graph.view(), graph.open);
    std::set<int> values{0, engine::rule_win, -engine::rule_win};
    for (std::size_t node = 0; node < graph.open.size(); ++node) {
      if (graph.open[node] != no_score) {
        values.insert(graph.black[node] != 0 ? -graph.open[node] : graph.open[node]);
      }
    }
    std::vector<int> expected(scores.size(), -engine::rule_win);
    for (const int least : values) {
      const auto red_has = solve(graph, scores, least);
      for (std::size_t node = 0; node < scores.size(); ++node) {
        expected[node] = red_has[node] ? least : expected[node];
      }
    }
    for (std::size_t node = 0; node < scores.size(); ++node) {
      if (scores[node] == no_score) {
        continue;
      }
      INFO("graph " << round << ", node " << node);
      REQUIRE(scores[node] == (graph.black[node] != 0 ? -expected[node] : expected[node]));
      decided_by_rules += std::abs(scores[node]) == engine::rule_win ? 1U : 0U;
      draws += scores[node] == 0 ? 1U : 0U;
    }
  }
  CHECK(decided_by_rules > 100);
  CHECK(draws > 100);
}
