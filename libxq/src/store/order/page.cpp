#include "store/order/page.hpp"

#include "store/order/sort_values.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace xq::store {

namespace {

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
