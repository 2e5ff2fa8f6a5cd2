#pragma once

#include "sqlite/sqlite.hpp"
#include "store/filter/condition.hpp"
#include "store/names/name_match.hpp"

#include <xq/record/aliases.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// A LIKE pattern that matches `text` itself; escape character is the backslash.
[[nodiscard]] std::string like_literal(std::string_view text);

/// Strings as JSON, for json_each().
[[nodiscard]] std::string json_list(const std::vector<std::string>& texts);

/// An expression that is true of a column `name` that has one of the spellings in it.
[[nodiscard]] Condition like_any(const NamePattern& pattern);

/// The headers of a game that are no columns and have one of these names (`'Opening'`, with commas
/// between them), each with its place, and its text as `name`.
[[nodiscard]] std::string headers_sql(std::string_view names);

/// Expressions that are true of a column `name` that a filter means: it has one of the spellings in
/// it, or a name of its group has.
class NameSql {
public:
  /// `names`: see Filter::names. Both outlive it.
  NameSql(sqlite::Database& db, const std::shared_ptr<const record::Aliases>& names);

  [[nodiscard]] Condition of(record::NameKind kind, const std::string& text) const;
  [[nodiscard]] bool has_table(std::string_view table) const;

private:
  [[nodiscard]] std::vector<std::string> players(const NamePattern& pattern) const;

  sqlite::Database& m_db;
  const std::shared_ptr<const record::Aliases>& m_names;
  bool m_in_table;
};

} // namespace xq::store
