#include "board/turned_position.hpp"
#include "store/filter/condition.hpp"
#include "store/filter/filter_table.hpp"
#include "store/filter/move_scan.hpp"
#include "store/filter/name_sql.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace xq::store {

PositionFilter reaches(const Position& position) {
  PositionFilter out;
  out.pattern = BoardPattern::exactly(position);
  out.key = position.canonical();
  out.exchanged_key = turned_position(position).canonical();
  return out;
}

bool Filter::empty() const {
  const auto table = filter_table();
  return !asks_moves() && std::none_of(table.begin(), table.end(),
                                       [&](const FilterRow& row) { return row.kind.asked(*this); });
}

bool Filter::asks_whole_games() const {
  const auto table = filter_table();
  return asks_moves() || std::any_of(table.begin(), table.end(), [&](const FilterRow& row) {
           return row.kind.looks_at != LooksAt::headers && row.kind.asked(*this);
         });
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
  return NameSql{db, nullptr}.of(record::NameKind::player, player);
}

Condition condition(sqlite::Database& db, const Filter& filter) {
  Condition all;
  const NameSql names{db, filter.names};
  for (const FilterRow& row : filter_table()) {
    if (row.kind.sql != nullptr && row.kind.asked(filter)) {
      const auto part = row.kind.sql(names, filter);
      all.sql += fmt::format("{}{}", all.sql.empty() ? "" : " AND ", part.sql);
      all.values.insert(all.values.end(), part.values.begin(), part.values.end());
    }
  }
  all.sql = all.sql.empty() ? "1" : all.sql;
  return all;
}

struct Matcher::Tests {
  std::vector<FilterTest> headers, others;
};

Matcher::Matcher(const Filter& filter) {
  auto tests = std::make_shared<Tests>();
  for (const auto looks_at : {LooksAt::headers, LooksAt::moves, LooksAt::notes}) {
    for (const FilterRow& row : filter_table()) {
      if (row.kind.looks_at == looks_at && row.kind.asked(filter)) {
        (looks_at == LooksAt::headers ? tests->headers : tests->others)
            .push_back(row.kind.test(filter));
      }
    }
  }
  if (filter.asks_moves()) {
    tests->others.emplace_back([scan = MoveScan{filter}](const SeenGame& seen) {
      return scan.ply(seen.game).has_value();
    });
  }
  m_tests = std::move(tests);
}

bool Matcher::operator()(const record::Game& game) const {
  const SeenGame seen{game};
  const auto passes = [&](const FilterTest& test) { return test(seen); };
  return std::all_of(m_tests->headers.begin(), m_tests->headers.end(), passes) &&
         (!game.usable() || std::all_of(m_tests->others.begin(), m_tests->others.end(), passes));
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
