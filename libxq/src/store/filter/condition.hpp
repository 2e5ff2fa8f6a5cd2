#pragma once

#include "sqlite/sqlite.hpp"

#include <xq/store/query.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace xq::store {

/// A filter as SQL over `game AS g`, with values to bind in order; the SQL itself holds no user
/// text.
struct Condition {
  std::string sql; ///< an expression; `1` for the empty filter
  std::vector<std::variant<std::int64_t, std::string>> values;

  /// The Condition must outlive the use.
  void bind(sqlite::Statement::Use& use) const;
};
/// Over a table with a column `name`: the rows that Filter::player means by `player`, which is not
/// empty, with the names of the database.
[[nodiscard]] Condition player_condition(sqlite::Database& db, const std::string& player);
/// The condition for all but Filter::position, Filter::path and Filter::unique, which SQL cannot
/// say; of Filter::comment only that the game has notes.
[[nodiscard]] Condition condition(sqlite::Database& db, const Filter& filter);

} // namespace xq::store
