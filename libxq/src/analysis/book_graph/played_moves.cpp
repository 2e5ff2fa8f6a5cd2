#include "analysis/book_graph/played_moves.hpp"

namespace xq::analysis {

PlayedMoves::PlayedMoves(book::Book& book, std::uint32_t min_games,
                         const std::function<void()>& on_row)
    : m_buckets((std::size_t{1} << bucket_bits) + 1) {
  book.for_each([&](const book::Row& row) {
    on_row();
    if (row.counts.games >= min_games) {
      m_keys.push_back(row.key);
      m_locks.push_back(static_cast<std::uint32_t>(row.lock));
      m_games.push_back(row.counts.games);
      m_moves.push_back(row.move);
      ++m_buckets[bucket_of(row.key) + 1];
    }
  });
  for (std::size_t i = 1; i < m_buckets.size(); ++i) {
    m_buckets[i] += m_buckets[i - 1];
  }
}

} // namespace xq::analysis
