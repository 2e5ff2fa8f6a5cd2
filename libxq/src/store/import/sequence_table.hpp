#pragma once

#include "sqlite/bulk_insert.hpp"
#include "sqlite/sqlite.hpp"
#include "store/import/sequence_index.hpp"
#include "store/rows/bloom_filter.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xq::store {

/// Table line: which games have the same start position and moves. A game has a row for each record
/// that it stands for: its own, and those that say less (so that they are known when they come
/// again). New rows are found at once and written, sorted, with flush(). A table with few
/// rows is cached whole; beyond that memory does not grow with the table.
class SequenceTable {
public:
  explicit SequenceTable(sqlite::Database& db);

  using Key = SequenceIndex::Key;

  /// Forget what is cached: at the beginning, and when another connection may have changed the
  /// table. It is read again when it is needed, within the same transaction.
  void load() noexcept { m_loaded = false; }
  /// Append the games with this sequence and record.
  void find(const Key& key, std::vector<std::int64_t>& games);
  /// Finds games by the sequence alone, whatever the record, `limit` games at most.
  void find_sequence(std::int64_t sequence, std::size_t limit, std::vector<std::int64_t>& games);
  void add(const Key& key, std::int64_t game) {
    read_once();
    m_known.add(key, game);
  }
  [[nodiscard]] std::size_t waiting() const noexcept { return m_known.size() - m_written; }
  void flush();

private:
  static constexpr std::size_t most_cached = std::size_t{1} << 18U;
  void forget_if_many();
  void read_once() {
    if (!m_loaded) {
      read();
    }
  }
  void read();

  sqlite::Database& m_db;
  sqlite::Statement m_find;
  sqlite::Statement m_find_sequence;
  sqlite::BulkInsert m_insert;
  BloomFilter m_seen{
      1'000'000};            ///< sequences that have rows in the table; used unless all are known
  SequenceIndex m_known;     ///< rows that wait, or all
  std::size_t m_written = 0; ///< of m_known: the first ones are in the table
  bool m_all_known = false;
  bool m_loaded = false;
};

} // namespace xq::store
