#include "store/order/sort_values.hpp"

#include "base/text/ascii.hpp"
#include "store/order/stored_levels.hpp"
#include "store/selected_rows.hpp"

#include <xq/record/ecco.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>

namespace xq::store {

namespace {

using Row = sqlite::Statement::Use;
using Values = std::vector<std::int64_t>;

/// One value for each game, from the columns of its row, which begin with its number.
Values values_of_rows(sqlite::Database& db, std::string_view columns,
                      std::span<const std::int64_t> games,
                      const std::function<std::int64_t(const Row&)>& value) {
  Values values(games.size(), missing_value);
  std::size_t place = 0;
  for_selected(db, columns, Condition{"1", {}}, games, [&](const Row& row) {
    while (games[place] < row.integer(0)) {
      ++place;
    }
    values[place] = value(row);
  });
  return values;
}

Values numbered(std::size_t count) {
  Values values(count);
  std::iota(values.begin(), values.end(), std::int64_t{0});
  return values;
}

/// A column of numbers where 0 and less is nothing.
Values numbers(sqlite::Database& db, std::string_view column, std::span<const std::int64_t> games) {
  return values_of_rows(db, fmt::format("g.id, g.{}", column), games, [](const Row& row) {
    return row.integer(1) > 0 ? row.integer(1) : missing_value;
  });
}

/// A column that is the id of a name.
Values names(sqlite::Database& db, std::string_view column, std::string_view table,
             std::span<const std::int64_t> games) {
  std::unordered_map<std::int64_t, std::int64_t> places;
  sqlite::Statement query{
      db, fmt::format("SELECT id FROM {} ORDER BY name COLLATE NOCASE, name, id", table)};
  for (auto row = query.use(); row.next();) {
    places.emplace(row.integer(0), static_cast<std::int64_t>(places.size()));
  }
  return values_of_rows(db, fmt::format("g.id, g.{}", column), games, [&](const Row& row) {
    const auto found = places.find(row.integer(1));
    return found == places.end() ? missing_value : found->second;
  });
}

/// Texts in the order of a number in front, if there is one, then without case, then as they are.
struct TextKey {
  explicit TextKey(std::string_view value) : folded{lower(value)}, text{value} {
    const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    number = error == std::errc{} && is_digit(value.front()) ? number : INT64_MAX;
  }
  std::int64_t number = 0;
  std::string folded;
  std::string text;
  friend bool operator<(const TextKey& a, const TextKey& b) {
    return std::tie(a.number, a.folded, a.text) < std::tie(b.number, b.folded, b.text);
  }
};

/// A column of texts, as `text` shows them.
Values texts(sqlite::Database& db, std::string_view column, std::span<const std::int64_t> games,
             const std::function<std::string_view(std::string_view)>& text) {
  std::unordered_map<std::string, std::int64_t> known; // by text, its number in order of coming
  std::vector<std::string> all;
  auto values = values_of_rows(db, fmt::format("g.id, g.{}", column), games, [&](const Row& row) {
    const std::string shown{text(row.text(1))};
    if (shown.empty()) {
      return missing_value;
    }
    const auto [at, is_new] = known.emplace(shown, static_cast<std::int64_t>(known.size()));
    if (is_new) {
      all.push_back(shown);
    }
    return at->second;
  });
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return TextKey{a} < TextKey{b}; });
  Values place(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    place[static_cast<std::size_t>(known.at(all[i]))] = static_cast<std::int64_t>(i);
  }
  for (auto& value : values) {
    value = value == missing_value ? value : place[static_cast<std::size_t>(value)];
  }
  return values;
}

Values results(sqlite::Database& db, std::span<const std::int64_t> games) {
  return values_of_rows(db, "g.id, g.result", games, [](const Row& row) {
    constexpr std::array<std::int64_t, 4> places{missing_value, 0, 2, 1}; // by record::Result
    const auto result = row.integer(1);
    return result < 0 || result > 3 ? missing_value : places[static_cast<std::size_t>(result)];
  });
}

Values levels(sqlite::Database& db, Color side, std::span<const std::int64_t> games) {
  StoredLevels stored{db};
  return values_of_rows(db, "g.id, g.layout", games, [&](const Row& row) {
    const std::int64_t level = stored.of(row.integer(0), row.integer(1))[to_index(side)];
    return level == 0 ? missing_value : level;
  });
}

std::string_view opening_name(std::string_view code) {
  const auto* const opening = record::find_opening(code);
  return opening == nullptr ? std::string_view{} : opening->name;
}

} // namespace

Values sort_values(sqlite::Database& db, ListColumn column, std::span<const std::int64_t> games) {
  const auto as_it_is = [](std::string_view text) { return text; };
  switch (column) {
  case ListColumn::game:
    return numbered(games.size());
  case ListColumn::date:
    return numbers(db, "date", games);
  case ListColumn::red:
    return names(db, "red", "player", games);
  case ListColumn::black:
    return names(db, "black", "player", games);
  case ListColumn::result:
    return results(db, games);
  case ListColumn::ecco:
    return texts(db, "ecco", games, as_it_is);
  case ListColumn::opening:
    return texts(db, "ecco", games, opening_name);
  case ListColumn::plies:
    return values_of_rows(db, "g.id, g.plies", games,
                          [](const Row& row) { return std::max<std::int64_t>(row.integer(1), 0); });
  case ListColumn::event:
    return names(db, "event", "event", games);
  case ListColumn::site:
    return names(db, "site", "site", games);
  case ListColumn::round:
    return texts(db, "round", games, as_it_is);
  case ListColumn::red_team:
    return names(db, "red_team", "team", games);
  case ListColumn::black_team:
    return names(db, "black_team", "team", games);
  case ListColumn::red_elo:
    return levels(db, Color::red, games);
  case ListColumn::black_elo:
    return levels(db, Color::black, games);
  case ListColumn::source:
    return names(db, "source", "source", games);
  case ListColumn::at:
  case ListColumn::repeats:
    break;
  }
  Values none(games.size(), missing_value);
  return none;
}

} // namespace xq::store
