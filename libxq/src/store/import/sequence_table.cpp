#include "store/import/sequence_table.hpp"

namespace xq::store {

SequenceTable::SequenceTable(sqlite::Database& db)
    : m_db{db},
      m_find{db, "SELECT game FROM line WHERE hash = ? AND record = ? ORDER BY game"},
      m_find_sequence{db, "SELECT DISTINCT game FROM line WHERE hash = ? LIMIT ?"},
      m_insert{db, "line (hash, record, game)", 3, sqlite::BulkInsert::Existing::skip} {}

void SequenceTable::read() {
  m_loaded = true;
  m_seen.clear();
  m_known.clear();
  m_written = 0;
  m_all_known = true;
  sqlite::Statement all{m_db, "SELECT hash, record, game FROM line"};
  for (auto row = all.use(); row.next();) {
    if (m_all_known) {
      m_known.add({row.integer(0), static_cast<std::int32_t>(row.integer(1))}, row.integer(2));
      m_written = m_known.size();
      forget_if_many();
    } else {
      m_seen.add(static_cast<std::uint64_t>(row.integer(0)));
    }
  }
}

/// Forgets rows that are in the table.
void SequenceTable::forget_if_many() {
  if (m_all_known && m_known.size() <= most_cached) {
    return;
  }
  m_known.for_each([this](const SequenceIndex::Row& row) {
    m_seen.add(static_cast<std::uint64_t>(row.key.sequence));
  });
  m_all_known = false;
  m_known.clear();
  m_written = 0;
}

void SequenceTable::find(const Key& key, std::vector<std::int64_t>& games) {
  read_once();
  if (!m_all_known && m_seen.may_contain(static_cast<std::uint64_t>(key.sequence))) {
    auto row = m_find.use();
    for (row(key.sequence)(key.record); row.next();) {
      games.push_back(row.integer(0));
    }
  }
  m_known.find(key, games);
}

void SequenceTable::find_sequence(std::int64_t sequence, std::size_t limit,
                                  std::vector<std::int64_t>& games) {
  read_once();
  if (!m_all_known && m_seen.may_contain(static_cast<std::uint64_t>(sequence))) {
    auto row = m_find_sequence.use();
    for (row(sequence)(limit); row.next();) {
      games.push_back(row.integer(0));
    }
  }
  m_known.find_sequence(sequence, limit, games);
}

void SequenceTable::flush() {
  if (!m_loaded) { // then there is nothing to write
    return;
  }
  // In key order every page of the table is visited once.
  const auto rows = m_known.sorted_from(m_written);
  auto next = rows.begin();
  m_insert.run([&](std::span<sqlite::Value> row) {
    if (next == rows.end()) {
      return false;
    }
    row[0].set(next->key.sequence);
    row[1].set(next->key.record);
    row[2].set(next->game);
    ++next;
    return true;
  });
  m_written = m_known.size();
  forget_if_many();
}

} // namespace xq::store
