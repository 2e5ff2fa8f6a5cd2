#pragma once

#include <xq/store/sqlite.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace xq::store {

/// A table (id, name, hash) in which each name stands once: player, team, event, site, source.
class NameTable {
public:
  NameTable(Database& db, std::string_view table);

  /// The row of `name`, made if there is none; `name` is not empty. Within a transaction.
  [[nodiscard]] std::int64_t id_of(std::string_view name);

  /// Forget what was remembered: another connection may have changed the table.
  void forget() { m_known.clear(); }

private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const noexcept {
      return std::hash<std::string_view>{}(s);
    }
  };

  Database& m_db;
  Statement m_find;
  Statement m_insert;
  std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> m_known;
};

} // namespace xq::store
