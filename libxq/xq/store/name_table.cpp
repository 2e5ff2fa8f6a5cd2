#include <xq/store/name_list.hpp>
#include <xq/store/name_table.hpp>

namespace xq::store {

namespace {

constexpr std::size_t recent_names = 1U << 14U;

/// In memory, 128 bits stand for the name.
Hash128 memory_hash(std::string_view name) { return content_hash128(name, 0x6E616D65); }

} // namespace

NameTable::NameTable(Database& db, std::string_view table)
    : m_table{table},
      m_db{db},
      m_find{db, fmt::format("SELECT id FROM {} WHERE hash = ? AND name = ?", table)},
      m_insert{db, fmt::format("{} (id, name, hash)", table), 3},
      m_recent(recent_names) {}

void NameTable::load() {
  m_seen.clear();
  m_recent.assign(m_recent.size(), {});
  m_known.clear();
  m_hashes.clear();
  m_all_known = true;
  m_new_names.clear();
  m_last = 0;
  Statement all{m_db, fmt::format("SELECT id, name FROM {} ORDER BY id", m_table)};
  for (auto row = all.use(); row.next();) {
    m_last = row.integer(0);
    const auto hash = memory_hash(row.text(1));
    m_seen.add(hash.low);
    if (m_all_known) {
      m_known.emplace(hash, m_last);
      forget_if_many();
    }
    if (m_all_known) {
      m_hashes.resize(static_cast<std::size_t>(m_last) + 1);
      m_hashes.back() = hash;
    }
  }
}

std::optional<std::int64_t> NameTable::find(std::string_view name) {
  return find(name, memory_hash(name));
}

std::optional<std::int64_t> NameTable::find(std::string_view name, const Hash128& hash) {
  auto& latest = recent(hash);
  if (latest.name == hash && latest.id != 0) {
    return latest.id;
  }
  if (!m_seen.may_contain(hash.low)) {
    return std::nullopt;
  }
  if (const auto known = m_known.find(hash); known != m_known.end()) {
    latest = {hash, known->second};
    return known->second;
  }
  if (m_all_known) {
    return std::nullopt;
  }
  auto found = m_find.use();
  if (!found(name_hash(name))(name).next()) {
    return std::nullopt;
  }
  latest = {hash, found.integer(0)};
  return latest.id;
}

bool NameTable::is(std::int64_t id, std::string_view name) {
  const auto at = static_cast<std::size_t>(id);
  return at < m_hashes.size() ? m_hashes[at] == memory_hash(name) : find(name) == id;
}

std::int64_t NameTable::id_of(std::string_view name) {
  const auto hash = memory_hash(name);
  if (const auto known = find(name, hash)) {
    return *known;
  }
  m_seen.add(hash.low);
  m_known.emplace(hash, ++m_last);
  m_new_names.emplace_back(name);
  recent(hash) = {hash, m_last};
  return m_last;
}

void NameTable::flush() {
  if (m_new_names.empty()) {
    return;
  }
  auto id = m_last - static_cast<std::int64_t>(m_new_names.size());
  auto name = m_new_names.begin();
  m_insert.run([&](std::span<Value> row) {
    if (name == m_new_names.end()) {
      return false;
    }
    row[0].set(++id);
    row[1].set(std::string_view{*name});
    row[2].set(name_hash(*name));
    ++name;
    return true;
  });
  m_new_names.clear();
  forget_if_many();
}

/// Of names that have their rows.
void NameTable::forget_if_many() {
  m_all_known =
      m_all_known && m_known.size() <= most_by_heart && m_last <= std::int64_t{2 * most_by_heart};
  if (!m_all_known) {
    m_known.clear();
    m_hashes.clear();
  }
}

} // namespace xq::store
