#include "analysis/book_graph/count_back.hpp"
#include "support/catch.hpp"
#include "support/random_positions.hpp"

#include <xq/engine/engine.hpp>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

using namespace xq;
using namespace xq::analysis;

namespace {

/// A graph whose moves lead from one colour to the other.
struct SmallGraph {
  std::vector<std::uint8_t> black;
  std::vector<std::size_t> first;
  std::vector<std::uint32_t> targets;
  std::vector<std::uint8_t> checks;
  std::vector<std::int16_t> open;

  [[nodiscard]] GraphView view() const { return {black, first, targets, checks, {}}; }
};

SmallGraph random_graph(std::mt19937& random, std::uint32_t nodes, unsigned checks_of_eight) {
  const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
  SmallGraph out;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    out.black.push_back(static_cast<std::uint8_t>(node % 2));
  }
  out.first.push_back(0);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (std::uint32_t target = 0; target < nodes; ++target) {
      if (out.black[target] != out.black[node] && below(nodes) < 3) {
        out.targets.push_back(target);
        out.checks.push_back(below(8) < checks_of_eight ? 1 : 0);
      }
    }
    out.first.push_back(out.targets.size());
    const bool has_moves = out.first[node] != out.first[node + 1];
    const auto kind = below(has_moves ? 9 : 5);
    const int near = static_cast<int>(below(7)) - 3;
    const int mate = static_cast<int>(below(2)) * 2 - 1;
    out.open.push_back(static_cast<std::int16_t>(
        kind == 0   ? mate * (engine::mate_value - static_cast<int>(below(6)))
        : kind < 4  ? near
        : kind == 4 ? (has_moves ? mate * engine::rule_win : -engine::mate_value)
                    : no_score));
  }
  return out;
}

/// The definition, word by word: play from a node goes on until it ends or comes back to a node of
/// the way; then the moves since say who loses. Takes time that grows with the number of ways.
class Naive {
public:
  explicit Naive(const SmallGraph& graph) : m_graph{graph} {
    m_known.assign(graph.open.size(), false);
    for (std::size_t round = 0; round <= graph.open.size(); ++round) {
      for (std::uint32_t node = 0; node < graph.open.size(); ++node) {
        m_known[node] = m_known[node] || graph.open[node] != no_score;
        for (std::size_t i = graph.first[node]; i < graph.first[node + 1]; ++i) {
          m_known[node] = m_known[node] || m_known[graph.targets[i]];
        }
      }
    }
  }

  [[nodiscard]] std::int16_t score(std::uint32_t node) {
    if (!m_known[node]) {
      return no_score;
    }
    const int red = play(node);
    return static_cast<std::int16_t>(m_graph.black[node] != 0 ? -red : red);
  }

private:
  struct Step {
    std::uint32_t node;
    bool check; ///< the move from here
  };

  static int a_ply_earlier(int red) {
    const int size = std::abs(red);
    return size <= engine::mate_threshold + 1 ? red : red > 0 ? red - 1 : red + 1;
  }

  int play(std::uint32_t node) { // for Red
    const bool black = m_graph.black[node] != 0;
    int best = black ? 40'000 : -40'000;
    const auto offer = [&](int red) { best = black ? std::min(best, red) : std::max(best, red); };
    if (m_graph.open[node] != no_score) {
      offer(black ? -m_graph.open[node] : m_graph.open[node]);
    }
    for (std::size_t i = m_graph.first[node]; i < m_graph.first[node + 1]; ++i) {
      const auto target = m_graph.targets[i];
      if (!m_known[target]) {
        continue;
      }
      m_way.push_back({node, m_graph.checks[i] != 0});
      const auto before = std::ranges::find(m_way, target, &Step::node);
      offer(before != m_way.end() ? verdict(before) : a_ply_earlier(play(target)));
      m_way.pop_back();
    }
    return best;
  }

  int verdict(std::vector<Step>::const_iterator from) const {
    bool all[2] = {true, true};
    for (; from != m_way.end(); ++from) {
      all[m_graph.black[from->node]] &= from->check;
    }
    return all[0] == all[1] ? 0 : all[0] ? -engine::rule_win : engine::rule_win;
  }

  const SmallGraph& m_graph;
  std::vector<bool> m_known;
  std::vector<Step> m_way;
};

} // namespace

TEST_CASE("scores counted back are those of playing every way to its end", "[analysis]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  std::size_t decided_by_checks = 0;
  std::size_t draws = 0;
  for (int round = 0; round < 20'000; ++round) {
    const auto graph = random_graph(random, 2 + static_cast<std::uint32_t>(random() % 7),
                                    static_cast<unsigned>(random() % 9));
    const auto scores = count_back(graph.view(), graph.open);
    Naive naive{graph};
    for (std::uint32_t node = 0; node < scores.size(); ++node) {
      INFO("graph " << round << ", node " << node);
      REQUIRE(scores[node] == naive.score(node));
      decided_by_checks += std::abs(scores[node]) == engine::rule_win ? 1U : 0U;
      draws += scores[node] == 0 ? 1U : 0U;
    }
  }
  CHECK(decided_by_checks > 1000);
  CHECK(draws > 1000);
}

TEST_CASE("the numbers of nodes do not matter to the scores", "[analysis]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed + 1};
  const auto graph = random_graph(random, 3000, 3);
  const auto scores = count_back(graph.view(), graph.open);
  // the same graph with its nodes in another order, colours kept
  std::vector<std::uint32_t> number(scores.size());
  std::iota(number.begin(), number.end(), 0U);
  std::ranges::shuffle(number, random);
  std::vector<std::uint32_t> old(number.size());
  for (std::uint32_t node = 0; node < number.size(); ++node) {
    old[number[node]] = node;
  }
  SmallGraph other;
  other.first.push_back(0);
  for (const std::uint32_t node : old) {
    other.black.push_back(graph.black[node]);
    other.open.push_back(graph.open[node]);
    for (std::size_t i = graph.first[node]; i < graph.first[node + 1]; ++i) {
      other.targets.push_back(number[graph.targets[i]]);
      other.checks.push_back(graph.checks[i]);
    }
    other.first.push_back(other.targets.size());
  }
  const auto again = count_back(other.view(), other.open);
  for (std::uint32_t node = 0; node < scores.size(); ++node) {
    REQUIRE(again[number[node]] == scores[node]);
  }
}
