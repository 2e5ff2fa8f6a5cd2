#pragma once

#include "sqlite/sqlite.hpp"

#include <xq/record/aliases.hpp>

namespace xq::store {

/// Table `alias`; nothing for a database of a schema that has none. Throws DbError for rows that
/// contradict each other.
[[nodiscard]] record::Aliases read_alias_table(sqlite::Database& db);
/// Whether the table is there and has rows.
[[nodiscard]] bool has_aliases(sqlite::Database& db);

} // namespace xq::store
