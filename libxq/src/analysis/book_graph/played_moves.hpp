#pragma once

#include "analysis/book_graph/place_table.hpp"

#include <xq/book/book.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace xq::analysis {

/// The moves of a book in memory, 18 bytes each, for a walk through all of it.
class PlayedMoves {
public:
  /// Reads those of `min_games` and more. Throws DbError, and what `on_row` throws.
  PlayedMoves(book::Book& book, std::uint32_t min_games, const std::function<void()>& on_row);

  /// Call f(disk move in the canonical orientation, games) for each move of a position.
  template <typename F>
  void for_each(const Place& place, F f) const {
    const auto key = static_cast<std::int64_t>(place.key);
    const std::size_t bucket = bucket_of(key);
    for (std::size_t i = m_buckets[bucket]; i < m_buckets[bucket + 1]; ++i) {
      if (m_keys[i] == key && m_locks[i] == static_cast<std::uint32_t>(place.lock)) {
        f(m_moves[i], m_games[i]);
      }
    }
  }
  [[nodiscard]] std::size_t size() const noexcept { return m_moves.size(); }

private:
  /// Keys are random: their upper bits say where a position stands.
  static constexpr unsigned bucket_bits = 20;
  static std::size_t bucket_of(std::int64_t key) noexcept {
    return (static_cast<std::uint64_t>(key) ^ std::uint64_t{1} << 63U) >> (64U - bucket_bits);
  }

  std::vector<std::int64_t> m_keys;
  std::vector<std::uint32_t> m_locks; ///< the lower half
  std::vector<std::uint32_t> m_games;
  std::vector<std::uint16_t> m_moves;
  std::vector<std::size_t> m_buckets; ///< where each one begins
};

} // namespace xq::analysis
