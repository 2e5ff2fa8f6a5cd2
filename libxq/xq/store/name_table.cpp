#include <xq/base/hash.hpp>
#include <xq/store/name_table.hpp>

namespace xq::store {

namespace {

constexpr std::size_t remembered_names = 1U << 16U; // bounds memory; the table itself is indexed

/// The number in column hash: four bytes in the index instead of the whole name.
std::int64_t name_hash(std::string_view name) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(content_hash(name)));
}

} // namespace

NameTable::NameTable(Database& db, std::string_view table)
    : m_db{db},
      m_find{db, fmt::format("SELECT id FROM {} WHERE hash = ? AND name = ?", table)},
      m_insert{db, fmt::format("INSERT INTO {} (hash, name) VALUES (?, ?)", table)} {}

std::int64_t NameTable::id_of(std::string_view name) {
  if (const auto known = m_known.find(name); known != m_known.end()) {
    return known->second;
  }
  const auto hash = name_hash(name);
  std::int64_t id = 0;
  {
    auto found = m_find.use();
    if (found(hash)(name).next()) {
      id = found.integer(0);
    }
  }
  if (id == 0) {
    m_insert.use()(hash)(name).exec();
    id = m_db.last_insert_id();
  }
  if (m_known.size() >= remembered_names) {
    m_known.clear();
  }
  m_known.emplace(name, id);
  return id;
}

} // namespace xq::store
