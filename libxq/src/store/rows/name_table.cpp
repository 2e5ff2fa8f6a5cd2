#include "store/rows/name_table.hpp"

#include <algorithm>
#include <limits>

namespace xq::store {

namespace {

constexpr std::size_t recent_names = 1U << 14U;

/// In memory, 128 bits stand for the name.
Hash128 memory_hash(std::string_view name) { return content_hash128(name, 0x6E616D65); }

} // namespace

NameTable::NameTable(sqlite::Database& db, std::string_view table)
    : m_table{table},
      m_db{db},
      m_find{db, fmt::format("SELECT id FROM {} WHERE hash = ? AND name = ? AND id > 0", table)},
      m_insert{db, fmt::format("{} (id, name, hash)", table), 3} {}

void NameTable::load() {
  m_names = {};
  m_complete = true;
  m_seen.clear();
  m_recent.assign(m_recent.size(), {});
  m_new.clear();
  m_new_names.clear();
  m_last = m_written = 0;
  sqlite::Statement all{m_db,
                        fmt::format("SELECT id, name FROM {} WHERE id > 0 ORDER BY id", m_table)};
  for (auto row = all.use(); row.next(); m_written = m_last) {
    m_last = row.integer(0);
    // Numbers have no gaps unless names were deleted.
    if (m_complete &&
        (m_names.size() == most_cached || m_last != std::int64_t{m_names.append(row.text(1))})) {
      forget();
    }
    if (!m_complete) {
      m_seen.add(memory_hash(row.text(1)).low);
    }
  }
}

/// From now on names are looked up in the table. All of them must have their rows.
void NameTable::forget() {
  m_complete = false;
  m_recent.resize(recent_names);
  for (std::uint32_t id = 1; id <= m_names.size(); ++id) {
    m_seen.add(memory_hash(m_names.name(id)).low);
  }
  m_names = {};
}

std::optional<std::int64_t> NameTable::find(std::string_view name) {
  if (m_complete) {
    const auto id = m_names.find(name);
    return id ? std::optional{std::int64_t{*id}} : std::nullopt;
  }
  return look_up(name, memory_hash(name));
}

bool NameTable::is(std::int64_t id, std::string_view name) {
  return m_complete && id > 0 && id <= m_last ? m_names.name(static_cast<std::uint32_t>(id)) == name
                                              : find(name) == id;
}

std::optional<std::int64_t> NameTable::look_up(std::string_view name, const Hash128& hash) {
  auto& latest = recent(hash);
  if (latest.name == hash && latest.id != 0) {
    return latest.id;
  }
  if (!m_seen.may_contain(hash.low)) {
    return std::nullopt;
  }
  if (const auto added = m_new.find(hash); added != m_new.end()) {
    latest = {hash, added->second};
    return added->second;
  }
  auto found = m_find.use();
  if (!found(name_hash(name))(name).next()) {
    return std::nullopt;
  }
  latest = {hash, found.integer(0)};
  return latest.id;
}

std::int64_t NameTable::id_of(std::string_view name) {
  if (m_complete) {
    const std::int64_t id = m_names.id_of(name);
    m_last = std::max(m_last, id);
    return id;
  }
  const auto hash = memory_hash(name);
  if (const auto known = look_up(name, hash)) {
    return *known;
  }
  if (m_last == std::numeric_limits<std::int64_t>::max()) {
    throw make_error<sqlite::DbError>(
        "{}: table {} has used its largest id. Import into a new database.", m_db.path(), m_table);
  }
  m_seen.add(hash.low);
  m_new.emplace(hash, ++m_last);
  m_new_names.emplace_back(name);
  recent(hash) = {hash, m_last};
  return m_last;
}

void NameTable::flush() {
  if (m_written == m_last) {
    return;
  }
  const auto first = m_written + 1;
  m_insert.run([&](std::span<sqlite::Value> row) {
    if (m_written == m_last) {
      return false;
    }
    ++m_written;
    const std::string_view name =
        m_complete ? m_names.name(static_cast<std::uint32_t>(m_written))
                   : std::string_view{m_new_names[static_cast<std::size_t>(m_written - first)]};
    row[0].set(m_written);
    row[1].set(name);
    row[2].set(name_hash(name));
    return true;
  });
  m_new.clear();
  m_new_names.clear();
  if (m_complete && m_names.size() > most_cached) {
    forget();
  }
}

} // namespace xq::store
