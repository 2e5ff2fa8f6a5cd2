#pragma once

#include "base/hash.hpp"
#include "sqlite/bulk_insert.hpp"
#include "sqlite/sqlite.hpp"
#include "store/rows/bloom_filter.hpp"
#include "store/rows/name_list.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace xq::store {

/// A table (id, name, hash) in which each name stands once: player, team, event, site, source. New
/// names get their numbers at once and their rows with flush(). A table with few names is cached
/// whole; beyond that memory does not grow with the table. Numbers below 1, which only others can
/// have written, are not used.
class NameTable {
public:
  NameTable(sqlite::Database& db, std::string_view table);

  /// What the table says now: at the beginning of a transaction, the first time and when another
  /// connection may have changed it.
  void load();
  /// The number of `name`, which is not empty; a new one if it has none. Within a transaction.
  [[nodiscard]] std::int64_t id_of(std::string_view name);
  /// The number of a name, which may stay unknown.
  [[nodiscard]] std::optional<std::int64_t> find(std::string_view name);
  /// Whether number `id` is this name.
  [[nodiscard]] bool is(std::int64_t id, std::string_view name);
  /// Write the rows of new names. Within the transaction in which they came.
  void flush();

private:
  static constexpr std::size_t most_cached = std::size_t{1} << 16U;

  struct Recent {
    Hash128 name;
    std::int64_t id = 0;
  };
  struct HashOf {
    std::size_t operator()(const Hash128& hash) const noexcept { return hash.low; }
  };

  [[nodiscard]] std::optional<std::int64_t> look_up(std::string_view name, const Hash128& hash);
  [[nodiscard]] Recent& recent(const Hash128& hash) noexcept {
    return m_recent[hash.low % m_recent.size()];
  }
  void forget();

  std::string m_table;
  sqlite::Database& m_db;
  sqlite::Statement m_find;
  sqlite::BulkInsert m_insert;
  std::int64_t m_last = 0;    ///< number of the last name
  std::int64_t m_written = 0; ///< of the last name that has its row

  bool m_complete = false; ///< all names are in m_names
  NameList m_names;
  // Else:
  BloomFilter m_seen{1'000'000};
  std::vector<Recent> m_recent; ///< a slot for each hash: the latest name of several stays
  std::unordered_map<Hash128, std::int64_t, HashOf> m_new; ///< still without a row
  std::vector<std::string> m_new_names;                    ///< in the order of their numbers
};

} // namespace xq::store
