#include "store/filter/name_sql.hpp"

#include "base/text/json_writer.hpp"
#include "store/names/alias_table.hpp"

#include <fmt/core.h>

namespace xq::store {

std::string like_literal(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') {
      pattern += '\\';
    }
    pattern += c;
  }
  return pattern;
}

std::string json_list(const std::vector<std::string>& texts) {
  std::string list;
  JsonWriter json{list};
  json.begin_array();
  for (const auto& text : texts) {
    json.value(std::string_view{text});
  }
  json.end_array();
  return list;
}

Condition like_any(const NamePattern& pattern) {
  Condition match;
  for (const auto& spelling : pattern.spellings()) {
    match.sql += match.sql.empty() ? "(" : " OR ";
    match.sql += "name LIKE ? ESCAPE '\\'";
    match.values.emplace_back("%" + like_literal(spelling) + "%");
  }
  match.sql += ')';
  return match;
}

std::string headers_sql(std::string_view names) {
  return fmt::format(
      "(SELECT l.place, coalesce(l.value, t.value) AS name FROM layout AS l LEFT JOIN tag AS t "
      "ON t.game = g.id AND t.place = l.place AND l.kind = 1 "
      "WHERE l.id = g.layout AND l.kind <> 0 AND l.name COLLATE NOCASE IN ({}))",
      names);
}

NameSql::NameSql(sqlite::Database& db, const std::shared_ptr<const record::Aliases>& names)
    : m_db{db}, m_names{names}, m_in_table{names == nullptr && has_aliases(db)} {}

bool NameSql::has_table(std::string_view table) const { return m_db.has_table(table); }

Condition NameSql::of(record::NameKind kind, const std::string& text) const {
  const NamePattern pattern{text, kind};
  Condition match = like_any(pattern);
  if (kind == record::NameKind::player) {
    match.sql = fmt::format("({} OR name IN (SELECT value FROM json_each(?)))", match.sql);
    match.values.emplace_back(json_list(players(pattern)));
  }
  if (m_in_table) {
    const auto own = match.values;
    match.sql = fmt::format(
        "({0} OR name IN (SELECT name FROM alias WHERE owner IN (SELECT owner FROM alias "
        "WHERE kind = {1} AND {0})))",
        match.sql, static_cast<int>(kind));
    match.values.insert(match.values.end(), own.begin(), own.end());
  } else if (m_names != nullptr) {
    match.sql = fmt::format("({} OR name IN (SELECT value FROM json_each(?)))", match.sql);
    match.values.emplace_back(json_list(pattern.in_groups(*m_names, kind)));
  }
  return match;
}

/// The players of the database whom the pattern means, in whatever spacing or in Pinyin.
std::vector<std::string> NameSql::players(const NamePattern& pattern) const {
  std::vector<std::string> found;
  sqlite::Statement query{m_db, "SELECT name FROM player"};
  for (auto row = query.use(); row.next();) {
    if (const std::string name{row.text(0)}; pattern(name)) {
      found.push_back(name);
    }
  }
  return found;
}

} // namespace xq::store
