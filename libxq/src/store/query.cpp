#include "base/text/json_writer.hpp"
#include "record/facts.hpp"
#include "record/header_names.hpp"
#include "store/condition.hpp"
#include "store/names/alias_table.hpp"
#include "store/names/name_match.hpp"

#include <xq/record/ecco.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace xq::store {

namespace {

/// A LIKE pattern that matches `text` itself; escape character is the backslash.
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

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (; times > 0; --times) {
    out += text;
  }
  return out;
}

std::string anywhere(std::string_view text) { return "%" + like_literal(text) + "%"; }

class Builder {
public:
  void add(std::string_view sql, const std::vector<std::string>& texts) {
    join(sql);
    m_condition.values.insert(m_condition.values.end(), texts.begin(), texts.end());
  }
  void add_part(std::string_view sql, const Condition& part) {
    join(sql);
    m_condition.values.insert(m_condition.values.end(), part.values.begin(), part.values.end());
  }
  void add(std::string_view sql) { join(sql); }
  void add(std::string_view sql, std::int64_t number) {
    join(sql);
    m_condition.values.emplace_back(number);
  }
  [[nodiscard]] Condition take() {
    if (m_condition.sql.empty()) {
      m_condition.sql = "1";
    }
    return std::move(m_condition);
  }

private:
  void join(std::string_view sql) {
    if (!m_condition.sql.empty()) {
      m_condition.sql += " AND ";
    }
    m_condition.sql += sql;
  }
  Condition m_condition;
};

/// An expression that is true of a `name` that has one of the spellings in it.
Condition like_any(const NamePattern& pattern) {
  Condition match;
  for (const auto& spelling : pattern.spellings()) {
    match.sql += match.sql.empty() ? "(" : " OR ";
    match.sql += "name LIKE ? ESCAPE '\\'";
    match.values.emplace_back(anywhere(spelling));
  }
  match.sql += ')';
  return match;
}

/// Expressions that are true of a `name` that the filter means: it has one of the spellings in it,
/// or a name of its group has.
class NameMatches {
public:
  NameMatches(sqlite::Database& db, const std::shared_ptr<const record::Aliases>& names)
      : m_db{db}, m_names{names}, m_in_table{names == nullptr && has_aliases(db)} {}

  [[nodiscard]] Condition of(record::NameKind kind, const std::string& text) const {
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

private:
  /// The players of the database whom the pattern means, in whatever spacing or in Pinyin.
  [[nodiscard]] std::vector<std::string> players(const NamePattern& pattern) const {
    std::vector<std::string> found;
    sqlite::Statement query{m_db, "SELECT name FROM player"};
    for (auto row = query.use(); row.next();) {
      if (const std::string name{row.text(0)}; pattern(name)) {
        found.push_back(name);
      }
    }
    return found;
  }

  static std::string json_list(const std::vector<std::string>& names) {
    std::string list;
    JsonWriter json{list};
    json.begin_array();
    for (const auto& name : names) {
      json.value(std::string_view{name});
    }
    json.end_array();
    return list;
  }

  sqlite::Database& m_db;
  const std::shared_ptr<const record::Aliases>& m_names;
  bool m_in_table;
};

/// The headers of a game that are no columns and have one of these names, each with its text.
std::string headers_sql(std::string_view names) {
  return fmt::format(
      "(SELECT l.place, coalesce(l.value, t.value) AS name FROM layout AS l LEFT JOIN tag AS t "
      "ON t.game = g.id AND t.place = l.place AND l.kind = 1 "
      "WHERE l.id = g.layout AND l.kind <> 0 AND l.name COLLATE NOCASE IN ({}))",
      names);
}

void add_opening(Builder& where, const std::string& text) {
  const NamePattern pattern{text};
  Condition part;
  part.sql = "(g.ecco IN (NULL";
  for (const auto& opening : record::openings()) {
    if (pattern(opening.name)) {
      part.sql += ", ?";
      part.values.emplace_back(std::string{opening.code});
    }
  }
  const auto match = like_any(pattern);
  part.sql += fmt::format(") OR EXISTS (SELECT 1 FROM {} WHERE {}))",
                          headers_sql("'Opening', 'Variation'"), match.sql);
  part.values.insert(part.values.end(), match.values.begin(), match.values.end());
  where.add_part(part.sql, part);
}

/// As record::Facts reads them.
void add_level(Builder& where, Color side, const std::optional<Range>& range) {
  if (!range) {
    return;
  }
  std::string names;
  for (const auto name : record::names_of(side == Color::red ? record::HeaderKind::red_level
                                                             : record::HeaderKind::black_level)) {
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
  }
  const Condition part{
      fmt::format("coalesce((SELECT CAST(name AS INTEGER) AS level FROM {} WHERE name GLOB "
                  "'[0-9]*' AND CAST(name AS INTEGER) BETWEEN 1 AND {} ORDER BY place LIMIT 1), 0) "
                  "BETWEEN ? AND ?",
                  headers_sql(names), record::most_level),
      {std::int64_t{range->least}, std::int64_t{range->most}}};
  where.add_part(part.sql, part);
}

/// Single numbers are a list, since an expression has at most 1,000 parts.
void add_numbers(Builder& where, const std::vector<GameRange>& ranges) {
  Condition part;
  std::string singles;
  JsonWriter json{singles};
  json.begin_array();
  for (const auto& [first, last] : ranges) {
    if (first == last) {
      json.value(first);
      continue;
    }
    part.sql += "g.id BETWEEN ? AND ? OR ";
    part.values.emplace_back(first);
    part.values.emplace_back(last);
  }
  json.end_array();
  part.values.emplace_back(std::move(singles));
  part.sql = fmt::format("({}g.id IN (SELECT value FROM json_each(?)))", part.sql);
  where.add_part(part.sql, part);
}

// A game of 1998.??.?? may have been played on any day of 1998: its date is a range, the last day
// of which stands here as record::days_of() has it.
constexpr std::string_view since_sql =
    "g.date + CASE WHEN g.date % 10000 < 100 THEN 9999 - g.date % 10000 "
    "WHEN g.date % 100 = 0 THEN 99 ELSE 0 END >= ?";

} // namespace

bool Filter::empty() const {
  return games.empty() && player.empty() && red.empty() && black.empty() && event.empty() &&
         from == 0 && site.empty() && until == 0 && !result && ecco.empty() && openings.empty() &&
         opening.empty() && !red_level && !black_level && min_plies <= 0 && !max_plies &&
         comment.empty() && !asks_moves() && !unique;
}

void Condition::bind(sqlite::Statement::Use& use) const {
  for (const auto& value : values) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
      use(*number);
    } else {
      use(std::string_view{*std::get_if<std::string>(&value)});
    }
  }
}

Condition player_condition(sqlite::Database& db, const std::string& player) {
  return NameMatches{db, nullptr}.of(record::NameKind::player, player);
}

Condition condition(sqlite::Database& db, const Filter& filter) {
  Builder where;
  const NameMatches matches{db, filter.names};
  const auto add_name = [&](std::string_view column, std::string_view table, record::NameKind kind,
                            const std::string& text) {
    if (!text.empty()) {
      const auto match = matches.of(kind, text);
      where.add_part(fmt::format("g.{} IN (SELECT id FROM {} WHERE {})", column, table, match.sql),
                     match);
    }
  };
  if (!filter.games.empty()) {
    add_numbers(where, filter.games);
  }
  if (!filter.player.empty()) {
    auto match = matches.of(record::NameKind::player, filter.player);
    const auto once = match.values;
    match.values.insert(match.values.end(), once.begin(), once.end());
    where.add_part(fmt::format("(g.red IN (SELECT id FROM player WHERE {0}) OR "
                               "g.black IN (SELECT id FROM player WHERE {0}))",
                               match.sql),
                   match);
  }
  add_name("red", "player", record::NameKind::player, filter.red);
  add_name("black", "player", record::NameKind::player, filter.black);
  add_name("event", "event", record::NameKind::event, filter.event);
  add_name("site", "site", record::NameKind::site, filter.site);
  if (filter.from != 0) {
    where.add(since_sql, filter.from);
  }
  if (filter.until != 0) {
    where.add("g.date <= ?", std::int64_t{record::days_of(filter.until).last});
  }
  if (filter.result) {
    where.add("g.result = ?", static_cast<std::int64_t>(*filter.result));
  }
  if (!filter.ecco.empty()) {
    where.add("g.ecco LIKE ? ESCAPE '\\'", {like_literal(filter.ecco) + "%"});
  }
  if (!filter.openings.empty()) {
    where.add(fmt::format("g.ecco IN ({}?)", repeated("?, ", filter.openings.size() - 1)),
              filter.openings);
  }
  if (!filter.opening.empty()) {
    add_opening(where, filter.opening);
  }
  add_level(where, Color::red, filter.red_level);
  add_level(where, Color::black, filter.black_level);
  if (filter.min_plies > 0) {
    where.add("g.plies >= ?", filter.min_plies);
  }
  if (filter.max_plies) {
    where.add("g.plies <= ?", *filter.max_plies);
  }
  if (!filter.comment.empty()) {
    where.add("g.notes IS NOT NULL");
  }
  return where.take();
}

std::optional<std::int64_t> read_filter_date(std::string_view text) {
  std::array<int, 3> part{};
  constexpr std::array<int, 3> most{9999, 12, 31};
  for (std::size_t i = 0; i < part.size() && !text.empty(); ++i) {
    const auto end = text.find_first_of(".-/");
    const auto digits = text.substr(0, end);
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), part[i]);
    const bool number = error == std::errc{} && stop == digits.data() + digits.size();
    if (!number || digits.size() > (i == 0 ? 4 : 2) || part[i] < 1 || part[i] > most[i]) {
      return std::nullopt;
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (end != std::string_view::npos && (text.empty() || i == 2)) { // nothing after a separator
      return std::nullopt;
    }
  }
  if (part[0] < 1000 || !text.empty()) {
    return std::nullopt;
  }
  return std::int64_t{part[0]} * 10000 + part[1] * 100 + part[2];
}

} // namespace xq::store
