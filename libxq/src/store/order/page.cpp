#include "store/order/page.hpp"

#include "base/text/ascii.hpp"
#include "sqlite/sqlite.hpp"
#include "store/order/stored_levels.hpp"
#include "store/selected_rows.hpp"

#include <xq/base/error.hpp>
#include <xq/record/ecco.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace xq::store {

namespace {

/// The value by which games are sorted whose column is empty.
constexpr std::int64_t missing_value = -1;

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

/// Numbers that are in the order of a column's values, equal for equal values, 0 or more: one for
/// each of `games` (in rising order). Not for is_given().
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

/// The places of games in rising order of their keys.
class Order {
public:
  Order(sqlite::Database& db, std::span<const std::int64_t> games, std::span<const SortKey> keys)
      : m_games{games}, m_keys{keys} {
    for (const SortKey& key : keys) {
      m_values.push_back(is_given(key.column)
                             ? std::vector<std::int64_t>(key.values.begin(), key.values.end())
                             : sort_values(db, key.column, games));
      m_values.back().resize(games.size(), missing_value);
    }
  }

  /// Whether the game at place `a` stands before that at `b`.
  [[nodiscard]] bool before(std::size_t a, std::size_t b) const {
    for (std::size_t k = 0; k < m_keys.size(); ++k) {
      const auto x = m_values[k][a];
      const auto y = m_values[k][b];
      if (x != y) {
        const bool some_missing = x == missing_value || y == missing_value;
        return some_missing ? y == missing_value : (x < y) != m_keys[k].falling;
      }
    }
    return m_games[a] < m_games[b];
  }

private:
  std::span<const std::int64_t> m_games;
  std::span<const SortKey> m_keys;
  std::vector<std::vector<std::int64_t>> m_values; ///< by key, then by game
};

std::size_t limited(std::size_t count, std::size_t limit) {
  return limit == 0 ? count : std::min(count, limit);
}

std::vector<std::int64_t> by_number(std::span<const std::int64_t> games, const Page& page) {
  const auto first =
      page.after ? std::upper_bound(games.begin(), games.end(), *page.after) : games.begin();
  const auto left = static_cast<std::size_t>(games.end() - first);
  return {first, first + static_cast<std::ptrdiff_t>(limited(left, page.limit))};
}

/// The place of the game that the page comes after, which is added to `games` where it is missing.
std::size_t place_after(sqlite::Database& db, std::int64_t after, std::span<const SortKey> order,
                        std::vector<std::int64_t>& games) {
  const auto at = std::lower_bound(games.begin(), games.end(), after);
  const auto place = static_cast<std::size_t>(at - games.begin());
  if (at != games.end() && *at == after) {
    return place;
  }
  if (std::any_of(order.begin(), order.end(),
                  [](const SortKey& key) { return is_given(key.column); })) {
    throw make_error<NoPlaceError>(
        "game {} is not among those that are found now, so it has no place in "
        "this order. Begin again with the first page.",
        after);
  }
  sqlite::Statement query{db, "SELECT 1 FROM game WHERE id = ?"};
  auto row = query.use();
  if (!row(after).next()) {
    throw make_error<NoPlaceError>(
        "the database has no game {}, so it has no place in this order. Begin "
        "again with the first page.",
        after);
  }
  games.insert(at, after);
  return place;
}

} // namespace

std::vector<std::int64_t> select_page(GameDatabase& database, std::span<const std::int64_t> found,
                                      const Page& page) {
  if (page.order.empty()) {
    return by_number(found, page);
  }
  std::vector<std::int64_t> games{found.begin(), found.end()};
  std::optional<std::size_t> after;
  if (page.after) {
    after = place_after(database.sqlite(), *page.after, page.order, games);
  }
  const Order order{database.sqlite(), games, page.order};
  std::vector<std::size_t> places(games.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (after) {
    std::erase_if(places, [&](std::size_t place) { return !order.before(*after, place); });
  }
  const auto count = limited(places.size(), page.limit);
  std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count),
                    places.end(), [&](std::size_t a, std::size_t b) { return order.before(a, b); });
  std::vector<std::int64_t> out;
  out.reserve(count);
  std::transform(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count),
                 std::back_inserter(out), [&](std::size_t place) { return games[place]; });
  return out;
}

} // namespace xq::store
