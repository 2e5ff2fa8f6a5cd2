#include "analysis/book_graph/expansion.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace xq::analysis {

namespace {

constexpr std::uint64_t unit = 16;
constexpr int most_centipawns = 1000; ///< beyond, a game is decided
constexpr int centipawns_a_unit = 20;
constexpr std::uint64_t unreached = std::numeric_limits<std::uint64_t>::max();

/// What a move gives away.
std::uint64_t loss_cost(int best, int score) noexcept {
  const auto clamp = [](int s) { return std::clamp(s, -most_centipawns, most_centipawns); };
  const int loss = std::max(clamp(best) - clamp(score), 0);
  return static_cast<std::uint64_t>(loss) * unit / centipawns_a_unit;
}

/// log2(all / games), linear between powers of two.
std::uint64_t rarity_cost(std::uint64_t games, std::uint64_t all) noexcept {
  const std::uint64_t ratio = all * unit / games; // at least unit
  const auto whole = static_cast<unsigned>(std::bit_width(ratio / unit)) - 1;
  return whole * unit + (ratio >> whole) - unit;
}

class Expansion {
public:
  Expansion(const BookGraph& graph, const PlayedMoves& played, std::span<const std::int16_t> scores,
            std::span<const OpenMove> open)
      : m_graph{graph},
        m_played{played},
        m_scores{scores},
        m_open{open},
        m_costs(graph.size(), unreached) {}

  std::vector<Candidate> run(std::size_t count) {
    for (const std::uint32_t root : m_graph.roots()) {
      reach(root, 0);
    }
    while (!m_queue.empty()) {
      const auto [cost, node] = m_queue.top();
      m_queue.pop();
      if (cost == m_costs[node]) {
        leave(node, cost);
      }
    }
    return best(count);
  }

private:
  void reach(std::uint32_t node, std::uint64_t cost) {
    if (cost < m_costs[node]) {
      m_costs[node] = cost;
      m_queue.emplace(cost, node);
    }
  }

  void leave(std::uint32_t node, std::uint64_t cost) {
    if (m_scores[node] == no_score) {
      return;
    }
    std::uint64_t all = 0;
    m_games.clear();
    m_played.for_each(m_graph.place(node), [&](std::uint16_t move, std::uint32_t games) {
      all += games;
      m_games[move] = games;
    });
    m_graph.for_each_move(node, [&](const KnownMove& move) {
      std::uint64_t more = unreached;
      if (m_scores[move.target] != no_score) {
        more = loss_cost(m_scores[node], one_ply_earlier(m_scores[move.target]));
      }
      if (const auto games = m_games.find(move.move); games != m_games.end()) {
        more = std::min(more, rarity_cost(games->second, all));
      }
      if (more != unreached) {
        reach(move.target, cost + unit + more);
      }
    });
  }

  std::vector<Candidate> best(std::size_t count) const {
    std::vector<Candidate> open;
    for (std::uint32_t node = 0; node < m_graph.size(); ++node) {
      if (m_costs[node] != unreached && m_open[node].move != 0) {
        open.push_back({node, m_open[node].move,
                        m_costs[node] + unit + loss_cost(m_scores[node], m_open[node].score)});
      }
    }
    const auto later = [](const Candidate& a, const Candidate& b) {
      return std::tuple{a.cost, a.node} > std::tuple{b.cost, b.node};
    };
    std::ranges::make_heap(open, later);
    std::vector<Candidate> out;
    PlaceTable places; // several moves may lead to one position
    while (out.size() < count && !open.empty()) {
      std::ranges::pop_heap(open, later);
      if (places.insert(place_after(open.back())).second) {
        out.push_back(open.back());
      }
      open.pop_back();
    }
    return out;
  }

  [[nodiscard]] Place place_after(const Candidate& candidate) const {
    Position position = m_graph.position(candidate.node);
    position.do_move(Move::from_disk(candidate.move));
    return place_of(position.hashes());
  }

  const BookGraph& m_graph;
  const PlayedMoves& m_played;
  std::span<const std::int16_t> m_scores;
  std::span<const OpenMove> m_open;
  std::vector<std::uint64_t> m_costs; ///< by node
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> m_queue;
  std::unordered_map<std::uint16_t, std::uint32_t> m_games; ///< of the node in work
};

} // namespace

std::vector<Candidate> most_worth_knowing(const BookGraph& graph, const PlayedMoves& played,
                                          std::span<const std::int16_t> scores,
                                          std::span<const OpenMove> open, std::size_t count) {
  return Expansion{graph, played, scores, open}.run(count);
}

} // namespace xq::analysis
