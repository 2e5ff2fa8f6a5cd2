// Perpetual checks and chases in graphs with cycles, against the definition: a game in which the
// things that happen infinitely often say who wins.

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

namespace {

// Two pieces of each side, which are mirror images of each other and never move.
constexpr std::array<std::array<Square, 2>, 2> pieces{
    {{Square{0}, mirror(Square{0})}, {Square{81}, mirror(Square{81})}}};

struct Edge {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  bool check = false;
  std::vector<PieceMove> moves;
};

struct ChaseGraph {
  std::vector<std::uint8_t> black;
  std::vector<std::size_t> first{0};
  std::vector<std::uint32_t> targets;
  std::vector<std::uint8_t> checks;
  std::vector<Edge> edges;
  std::vector<std::int16_t> open;

  [[nodiscard]] GraphView view() const {
    return {black, first, targets, checks,
            [this](std::uint32_t, std::size_t i) { return edges[i].moves; }};
  }
};

ChaseGraph random_chase_graph(std::mt19937& random, std::uint32_t nodes) {
  const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
  ChaseGraph out;
  const unsigned checks_of_eight = below(4) * 2;
  const unsigned chases_of_eight = below(8) + 1;
  const unsigned mirrored_of_eight = below(4);
  const unsigned double_of_eight = below(2);
  const unsigned closed = below(4); // how many nodes have no open move
  for (std::uint32_t node = 0; node < nodes; ++node) {
    out.black.push_back(static_cast<std::uint8_t>(node % 2));
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (std::uint32_t target = 0; target < nodes; ++target) {
      if (out.black[target] == out.black[node] || below(nodes) >= 3) {
        continue;
      }
      Edge edge{node, target, below(8) < checks_of_eight, {}};
      PieceMove move;
      move.mirrored = below(8) < mirrored_of_eight;
      for (const Square victim : pieces[1 - out.black[node]]) {
        if (!edge.check && below(8) < chases_of_eight) {
          move.chased |= Bitboard{victim};
        }
      }
      edge.moves.push_back(move);
      if (below(8) < double_of_eight) {
        move.mirrored = !move.mirrored;
        edge.moves.push_back(move);
      }
      out.targets.push_back(target);
      out.checks.push_back(edge.check ? 1 : 0);
      out.edges.push_back(edge);
    }
    out.first.push_back(out.targets.size());
    const bool has_moves = out.first[node] != out.first[node + 1];
    constexpr std::array<int, 6> values{-200, -3, 0, 3, 200, -20'000};
    out.open.push_back(has_moves && below(4) < closed
                           ? no_score
                           : static_cast<std::int16_t>(values[below(values.size())]));
  }
  return out;
}

/// The graph as a Muller game.
class ChaseGame {
public:
  /// What can happen at a vertex: a side's move that does not check, one that does not chase the
  /// first, the second piece; of Red, then of Black; then the end of the play.
  static constexpr unsigned no_check = 0;
  static constexpr unsigned no_chase = 1;
  static constexpr unsigned colors_of_side = 3;
  static constexpr unsigned ended_well = 6;
  static constexpr unsigned ended_badly = 7;

  /// Red is to have `least` or more. Nodes without a score are left out: moves to them do not
  /// count.
  ChaseGame(const ChaseGraph& graph, const std::vector<std::int16_t>& scores, int least)
      : m_game{8, [least](unsigned colors) { return red_wins(colors, least); }} {
    const auto nodes = static_cast<std::uint32_t>(graph.open.size());
    for (std::uint32_t node = 0; node < nodes; ++node) {
      static_cast<void>(m_game.add(graph.black[node] == 0, 0)); // as it stands
      static_cast<void>(m_game.add(graph.black[node] == 0, 0)); // and its mirror image
    }
    for (std::uint32_t node = 0; node < nodes; ++node) {
      for (const std::uint32_t image : {0U, 1U}) {
        if (graph.open[node] != no_score) {
          const int red = graph.black[node] != 0 ? -graph.open[node] : graph.open[node];
          const auto end = m_game.add(true, 1U << (red >= least ? ended_well : ended_badly));
          m_game.connect(end, end);
          m_game.connect(2 * node + image, end);
        }
      }
    }
    for (const Edge& edge : graph.edges) {
      for (const PieceMove& move : edge.moves) {
        if (scores[edge.source] == no_score || scores[edge.target] == no_score) {
          continue;
        }
        for (const std::uint32_t image : {0U, 1U}) {
          add_move(graph, edge, move, image);
        }
      }
    }
  }

  /// Nodes (as they stand) where Red has it.
  [[nodiscard]] std::vector<bool> solve(std::size_t nodes) const {
    const auto won = m_game.solve();
    std::vector<bool> out;
    for (std::size_t node = 0; node < nodes; ++node) {
      out.push_back(won[2 * node]);
    }
    return out;
  }

private:
  void add_move(const ChaseGraph& graph, const Edge& edge, const PieceMove& move,
                std::uint32_t image) {
    const std::uint32_t after = image ^ (move.mirrored ? 1U : 0U);
    const unsigned side = graph.black[edge.source];
    unsigned colors = edge.check ? 0 : 1U << no_check;
    for (unsigned piece = 0; piece < 2; ++piece) {
      const Square stands = pieces[1 - side][piece ^ after];
      if (!move.chased.contains(stands)) {
        colors |= 1U << (no_chase + piece);
      }
    }
    const auto vertex = m_game.add(true, colors << (side * colors_of_side));
    m_game.connect(vertex, 2 * edge.target + after);
    m_game.connect(2 * edge.source + image, vertex);
  }

  [[nodiscard]] static bool red_wins(unsigned colors, int least) {
    if ((colors & (1U << ended_well)) != 0 || (colors & (1U << ended_badly)) != 0) {
      return (colors & (1U << ended_well)) != 0;
    }
    std::array<bool, 2> checks{};
    std::array<bool, 2> chases{};
    for (unsigned side = 0; side < 2; ++side) {
      const unsigned own = colors >> (side * colors_of_side);
      checks[side] = (own & (1U << no_check)) == 0;
      chases[side] = (own & (1U << no_chase)) == 0 || (own & (2U << no_chase)) == 0;
    }
    int red = 0;
    if (checks[0] != checks[1]) {
      red = checks[0] ? -engine::rule_win : engine::rule_win;
    } else if (!checks[0] && chases[0] != chases[1]) {
      red = chases[0] ? -engine::rule_win : engine::rule_win;
    }
    return red >= least;
  }

  support::MullerGame m_game;
};

} // namespace

TEST_CASE("perpetual checks and chases in a graph decide as what happens for ever does",
          "[analysis]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed + 2};
  std::size_t decided_by_rules = 0;
  std::size_t draws = 0;
  for (int round = 0; round < 1'500; ++round) {
    const auto graph = random_chase_graph(random, 2 + static_cast<std::uint32_t>(random() % 5));
    const auto scores = count_back(graph.view(), graph.open);
    std::set<int> values{0, engine::rule_win, -engine::rule_win};
    for (std::size_t node = 0; node < graph.open.size(); ++node) {
      if (graph.open[node] != no_score) {
        values.insert(graph.black[node] != 0 ? -graph.open[node] : graph.open[node]);
      }
    }
    std::vector<int> expected(scores.size(), -engine::rule_win);
    for (const int least : values) {
      const auto red_has = ChaseGame{graph, scores, least}.solve(scores.size());
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
  CHECK(decided_by_rules > 300);
  CHECK(draws > 300);
}
