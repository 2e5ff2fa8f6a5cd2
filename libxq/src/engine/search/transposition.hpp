#pragma once

#include "base/os/large_pages.hpp"

#include <xq/board/bitboard.hpp>
#include <xq/engine/engine.hpp>

#include <array>
#include <atomic>
#include <cstdint>

namespace xq::engine {

/// The relation of a stored score to the exact one.
enum class Bound : std::uint8_t { none, upper, lower, exact };

/// A found table entry, by value: the table may change under other threads.
struct TableHit {
  Move move;
  Score score = 0;      ///< mates counted from the root, as the search has them
  Score evaluation = 0; ///< static, see TranspositionTable::no_evaluation
  int depth = 0;
  Bound bound = Bound::none;
};

/// Shared transposition table: entries of 16 bytes, four to a cache line. A whole 64-bit key
/// verifies an entry; key and data are stored xor-ed (Hyatt, Mann: "A lock-less transposition
/// table implementation", 2002), so that a torn write of two threads reads as a miss. Scores of
/// mates and of lost repetitions are stored as distances from the node, not from the root.
class TranspositionTable {
public:
  static constexpr Score no_evaluation = 32002;

  TranspositionTable() { resize(16); }
  /// Discard the contents and reserve `megabytes` (at least 1), which the system provides when
  /// entries are written. Throws std::bad_alloc, and the table stays as it was.
  void resize(std::size_t megabytes);
  void clear();
  /// Call before a search: entries of older searches are replaced first.
  void next_generation() noexcept { m_generation = (m_generation + 1U) & 63U; }

  /// Begin to load what probe() reads.
  void prefetch(Key key) const noexcept {
#if defined(__GNUC__)
    __builtin_prefetch(&m_clusters[index(key)]);
#else
    static_cast<void>(key);
#endif
  }
  /// False when there is no entry. Test a move found with is_pseudo_legal().
  [[nodiscard]] bool probe(Key key, int ply, TableHit& hit) const noexcept;
  /// `depth` in -8..240, `score` as seen from the root's distance `ply`.
  void store(Key key, int ply, Move move, Score score, Score evaluation, int depth,
             Bound bound) noexcept;
  /// Share of entries written by this search, from a sample.
  [[nodiscard]] int permille_used() const noexcept;

private:
  /// Zeros are a valid entry, so fresh memory needs no construction. Read and written atomically.
  struct Entry {
    std::uint64_t key_xor_data;
    std::uint64_t data;
  };
  struct alignas(64) Cluster {
    std::array<Entry, 4> entries;
  };

  [[nodiscard]] static std::uint64_t load(std::uint64_t& word) noexcept {
    return std::atomic_ref{word}.load(std::memory_order_relaxed);
  }
  static void store(std::uint64_t& word, std::uint64_t value) noexcept {
    std::atomic_ref{word}.store(value, std::memory_order_relaxed);
  }
  [[nodiscard]] std::size_t index(Key key) const noexcept {
    // the high part of key * size: uniform for any size
    return static_cast<std::size_t>((Uint128{to_integer(key)} * m_size) >> 64U);
  }
  [[nodiscard]] Entry& victim(Cluster& cluster, std::uint64_t key) const noexcept;

  os::LargePages m_memory;
  Cluster* m_clusters = nullptr; ///< in m_memory
  std::size_t m_size = 0;
  unsigned m_generation = 0;
};

} // namespace xq::engine
