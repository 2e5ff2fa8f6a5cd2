#include "jobs/reports/move_counts.hpp"

#include <xq/book/book.hpp>

#include <algorithm>

namespace xq::reports {

MoveCounts::Key MoveCounts::key_of(const Position& before, Move move) noexcept {
  const CanonicalKey position = before.canonical();
  const Move stored = move ? book::to_canonical(position, move) : move;
  return {to_integer(position.key), to_integer(position.lock),
          static_cast<std::uint16_t>(stored.disk())};
}

std::size_t MoveCounts::place(const Position& before, Move move) {
  const auto [at, is_new] = m_places.emplace(key_of(before, move), m_games.size());
  if (is_new) {
    m_games.emplace_back(0);
  }
  return at->second;
}

void MoveCounts::count(const record::Game& game, int plies) {
  std::vector<std::size_t> hits;
  const auto look_up = [&](const Position& position, Move move) {
    const auto at = m_places.find(key_of(position, move));
    if (at != m_places.end()) {
      hits.push_back(at->second);
    }
    return at != m_places.end();
  };
  Position position = game.start();
  auto id = game.node(record::root_node).first_child;
  for (int ply = 0; ply < plies && id != record::no_node; ++ply) {
    const Move move = game.node(id).move;
    if (look_up(position, Move::none())) { // without its position no move is asked for
      look_up(position, move);
    }
    position.do_move(move);
    id = game.node(id).first_child;
  }
  std::ranges::sort(hits);
  hits.erase(std::unique(hits.begin(), hits.end()), hits.end());
  for (const std::size_t hit : hits) {
    m_games[hit].fetch_add(1, std::memory_order_relaxed);
  }
}

} // namespace xq::reports
