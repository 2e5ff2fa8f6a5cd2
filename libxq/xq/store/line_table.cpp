#include <xq/store/line_table.hpp>

namespace xq::store {

LineTable::LineTable(Database& db)
    : m_db{db},
      m_find{db, "SELECT game FROM line WHERE hash = ? AND record = ? ORDER BY game"},
      m_find_line{db, "SELECT game FROM line WHERE hash = ? LIMIT ?"},
      m_insert{db, "line (hash, record, game)", 3} {}

void LineTable::load() {
  m_seen.clear();
  m_waiting.clear();
  Statement all{m_db, "SELECT hash FROM line"};
  for (auto row = all.use(); row.next();) {
    m_seen.add(static_cast<std::uint64_t>(row.integer(0)));
  }
}

void LineTable::find(const Key& key, std::vector<std::int64_t>& games) {
  if (m_seen.may_contain(static_cast<std::uint64_t>(key.line))) {
    auto row = m_find.use();
    for (row(key.line)(key.record); row.next();) {
      games.push_back(row.integer(0));
    }
  }
  m_waiting.find(key, games);
}

void LineTable::find_line(std::int64_t line, std::size_t limit, std::vector<std::int64_t>& games) {
  if (m_seen.may_contain(static_cast<std::uint64_t>(line))) {
    auto row = m_find_line.use();
    for (row(line)(limit); row.next();) {
      games.push_back(row.integer(0));
    }
  }
  m_waiting.find_line(line, limit, games);
}

void LineTable::add(const Key& key, std::int64_t game) { m_waiting.add(key, game); }

void LineTable::flush() {
  // In key order every page of the table is visited once.
  const auto& rows = m_waiting.sort();
  auto next = rows.begin();
  m_insert.run([&](std::span<Value> row) {
    if (next == rows.end()) {
      return false;
    }
    row[0].set(next->key.line);
    row[1].set(next->key.record);
    row[2].set(next->game);
    m_seen.add(static_cast<std::uint64_t>(next->key.line));
    ++next;
    return true;
  });
  m_waiting.clear();
}

} // namespace xq::store
