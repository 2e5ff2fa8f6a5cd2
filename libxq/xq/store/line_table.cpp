#include <xq/store/line_table.hpp>

#include <algorithm>
#include <tuple>

namespace xq::store {

LineTable::LineTable(Database& db)
    : m_db{db},
      m_find{db, "SELECT game FROM line WHERE hash = ? AND record = ? ORDER BY game"},
      m_find_line{db, "SELECT game FROM line WHERE hash = ? LIMIT ?"},
      m_remove{db, "DELETE FROM line WHERE hash = ? AND record = ? AND game = ?"},
      m_insert{db, "line (hash, record, game)", 3} {}

void LineTable::load() {
  m_seen.clear();
  m_added.clear();
  m_latest.clear();
  Statement all{m_db, "SELECT hash FROM line"};
  for (auto row = all.use(); row.next();) {
    m_seen.add(static_cast<std::uint64_t>(row.integer(0)));
  }
}

template <typename F>
void LineTable::for_each_added(std::int64_t line, F&& visit) {
  const auto latest = m_latest.find(line);
  for (auto i = latest == m_latest.end() ? nothing : latest->second; i != nothing;
       i = m_added[i].before) {
    if (!m_added[i].removed) {
      visit(m_added[i]);
    }
  }
}

void LineTable::find(const Key& key, std::vector<std::int64_t>& games) {
  games.clear();
  if (m_seen.may_contain(static_cast<std::uint64_t>(key.line))) {
    auto row = m_find.use();
    for (row(key.line)(key.record); row.next();) {
      games.push_back(row.integer(0));
    }
  }
  const auto from = static_cast<std::ptrdiff_t>(games.size());
  for_each_added(key.line, [&](const Added& added) {
    if (added.key.record == key.record) {
      games.push_back(added.game);
    }
  });
  std::reverse(games.begin() + from, games.end());
}

void LineTable::find_line(std::int64_t line, std::size_t limit, std::vector<std::int64_t>& games) {
  games.clear();
  if (m_seen.may_contain(static_cast<std::uint64_t>(line))) {
    auto row = m_find_line.use();
    for (row(line)(limit); row.next();) {
      games.push_back(row.integer(0));
    }
  }
  for_each_added(line, [&](const Added& added) { games.push_back(added.game); });
  std::sort(games.begin(), games.end());
  games.resize(std::min(games.size(), limit));
}

void LineTable::add(const Key& key, std::int64_t game) {
  const auto index = static_cast<std::uint32_t>(m_added.size());
  const auto [latest, is_first] = m_latest.try_emplace(key.line, index);
  m_added.push_back({key, game, is_first ? nothing : latest->second, false});
  latest->second = index;
}

void LineTable::remove(const Key& key, std::int64_t game) {
  bool was_new = false;
  for_each_added(key.line, [&](Added& added) {
    if (added.game == game && added.key.record == key.record) {
      added.removed = was_new = true;
    }
  });
  if (!was_new) {
    m_remove.use()(key.line)(key.record)(game).exec();
  }
}

void LineTable::flush() {
  // In key order every page of the table is visited once.
  std::sort(m_added.begin(), m_added.end(), [](const Added& a, const Added& b) {
    return std::tie(a.key.line, a.key.record, a.game) < std::tie(b.key.line, b.key.record, b.game);
  });
  auto next = m_added.begin();
  m_insert.run([&](std::span<Value> row) {
    while (next != m_added.end() && next->removed) {
      ++next;
    }
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
  m_latest.clear();
}

} // namespace xq::store
