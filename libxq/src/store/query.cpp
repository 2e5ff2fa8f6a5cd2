#include "store/condition.hpp"

#include <xq/base/chinese_script.hpp>
#include <xq/base/error.hpp>

#include <fmt/format.h>

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

/// `text` as it is and in both scripts, each once: archives write 許銀川, people type 许银川.
std::vector<std::string> spellings(const std::string& text) {
  std::vector<std::string> all{text};
  if (std::all_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    return all;
  }
  try {
    for (const ChineseScript script : {ChineseScript::simplified, ChineseScript::traditional}) {
      auto other = ChineseScriptConverter{script}.convert(text);
      if (std::find(all.begin(), all.end(), other) == all.end()) {
        all.push_back(std::move(other));
      }
    }
  } catch (const FileError&) { // no dictionaries are installed: as it was typed
  }
  return all;
}

/// An expression that is true of a `name` that has one of the spellings in it.
struct NameMatch {
  explicit NameMatch(const std::string& text) {
    for (const auto& spelling : spellings(text)) {
      sql += sql.empty() ? "(" : " OR ";
      sql += "name LIKE ? ESCAPE '\\'";
      patterns.push_back(anywhere(spelling));
    }
    sql += ')';
  }
  std::string sql;
  std::vector<std::string> patterns;
};

void add_name(Builder& where, std::string_view sql, const std::string& text) {
  if (!text.empty()) {
    const NameMatch match{text};
    where.add(fmt::format(fmt::runtime(sql), match.sql), match.patterns);
  }
}

/// The last day that a number may stand for: what is not known becomes 99.
std::int64_t last_day(std::int64_t date) {
  if (date % 10000 == 0) {
    return date + 9999;
  }
  return date % 100 == 0 ? date + 99 : date;
}

// A game of 1998.??.?? may have been played on any day of 1998: its date is a range.
constexpr std::string_view since_sql =
    "g.date + CASE WHEN g.date % 10000 = 0 THEN 9999 WHEN g.date % 100 = 0 THEN 99 ELSE 0 END >= ?";

} // namespace

bool Filter::empty() const {
  return player.empty() && red.empty() && black.empty() && event.empty() && from == 0 &&
         until == 0 && !result && ecco.empty() && openings.empty() && min_plies <= 0 && !position &&
         !unique;
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

Condition name_condition(const std::string& name) {
  NameMatch match{name};
  return {std::move(match.sql), {match.patterns.begin(), match.patterns.end()}};
}

Condition condition(const Filter& filter) {
  Builder where;
  if (!filter.player.empty()) {
    const NameMatch match{filter.player};
    auto texts = match.patterns;
    texts.insert(texts.end(), match.patterns.begin(), match.patterns.end());
    where.add(fmt::format("(g.red IN (SELECT id FROM player WHERE {0}) OR "
                          "g.black IN (SELECT id FROM player WHERE {0}))",
                          match.sql),
              texts);
  }
  add_name(where, "g.red IN (SELECT id FROM player WHERE {})", filter.red);
  add_name(where, "g.black IN (SELECT id FROM player WHERE {})", filter.black);
  add_name(where, "g.event IN (SELECT id FROM event WHERE {})", filter.event);
  if (filter.from != 0) {
    where.add(since_sql, filter.from);
  }
  if (filter.until != 0) {
    where.add("g.date <= ?", last_day(filter.until));
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
  if (filter.min_plies > 0) {
    where.add("g.plies >= ?", filter.min_plies);
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
