#include <xq/store/line_table.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace xq::store {

LineTable::LineTable(Database& db)
    : m_db{db},
      m_find{db, "SELECT game FROM line WHERE hash = ? AND record = ? ORDER BY game"},
      m_find_line{db, "SELECT game FROM line WHERE hash = ? LIMIT ?"},
      m_insert{db, "line (hash, record, game)", 3} {}

void LineTable::load() {
  m_seen.clear();
  m_added.clear();
  m_latest_of_line.clear();
  m_latest_of_record.clear();
  Statement all{m_db, "SELECT hash FROM line"};
  for (auto row = all.use(); row.next();) {
    m_seen.add(static_cast<std::uint64_t>(row.integer(0)));
  }
}

std::uint32_t LineTable::latest(const Latest& map, std::uint64_t key) noexcept {
  const auto found = map.find(key);
  return found == map.end() ? nothing : found->second;
}

/// One number for both; different keys rarely have the same.
std::uint64_t LineTable::record_key(const Key& key) noexcept {
  return static_cast<std::uint64_t>(key.line) ^
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.record)) * 0x9E3779B97F4A7C15;
}

void LineTable::find(const Key& key, std::vector<std::int64_t>& games) {
  games.clear();
  if (m_seen.may_contain(static_cast<std::uint64_t>(key.line))) {
    auto row = m_find.use();
    for (row(key.line)(key.record); row.next();) {
      games.push_back(row.integer(0));
    }
  }
  for (auto i = latest(m_latest_of_record, record_key(key)); i != nothing;
       i = m_added[i].before_of_record) {
    games.push_back(m_added[i].game);
  }
}

void LineTable::find_line(std::int64_t line, std::size_t limit, std::vector<std::int64_t>& games) {
  games.clear();
  if (m_seen.may_contain(static_cast<std::uint64_t>(line))) {
    auto row = m_find_line.use();
    for (row(line)(limit); row.next();) {
      games.push_back(row.integer(0));
    }
  }
  for (auto i = latest(m_latest_of_line, static_cast<std::uint64_t>(line));
       i != nothing && games.size() < limit; i = m_added[i].before_of_line) {
    games.push_back(m_added[i].game);
  }
}

void LineTable::add(const Key& key, std::int64_t game) {
  const auto index = static_cast<std::uint32_t>(m_added.size());
  const auto link = [index](Latest& map, std::uint64_t by) {
    const auto [at, is_first] = map.try_emplace(by, index);
    return is_first ? nothing : std::exchange(at->second, index);
  };
  Added added{key, game};
  added.before_of_line = link(m_latest_of_line, static_cast<std::uint64_t>(key.line));
  added.before_of_record = link(m_latest_of_record, record_key(key));
  m_added.push_back(added);
}

void LineTable::flush() {
  // In key order every page of the table is visited once.
  std::sort(m_added.begin(), m_added.end(), [](const Added& a, const Added& b) {
    return std::tie(a.key.line, a.key.record, a.game) < std::tie(b.key.line, b.key.record, b.game);
  });
  auto next = m_added.begin();
  m_insert.run([&](std::span<Value> row) {
    if (next == m_added.end()) {
      return false;
    }
    row[0].set(next->key.line);
    row[1].set(next->key.record);
    row[2].set(next->game);
    m_seen.add(static_cast<std::uint64_t>(next->key.line));
    ++next;
    return true;
  });
  m_added.clear();
  m_latest_of_line.clear();
  m_latest_of_record.clear();
}

} // namespace xq::store
