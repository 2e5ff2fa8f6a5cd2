#pragma once

#include "base/text/compose.hpp"
#include "sqlite/sqlite.hpp"
#include "store/filter/condition.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xq::store {

/// Call f(row) for the games of `numbers` (in rising order) that are there and fulfil the
/// condition, in that order. `columns` of `game AS g`; the first one must be g.id. One statement
/// for all of them: SQLite then looks for the wanted names once, not once for each game.
template <typename F>
void for_selected(sqlite::Database& db, std::string_view columns, const Condition& wanted,
                  std::span<const std::int64_t> numbers, F&& f) {
  if (numbers.empty()) {
    return;
  }
  const auto first = numbers.front();
  const auto last = numbers.back();
  const auto distance = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  if (numbers.size() > distance / 4) { // most rows are wanted
    sqlite::Statement query{db, fmt::format("SELECT {} FROM game AS g WHERE g.id BETWEEN ? AND ? "
                                            "AND {} ORDER BY g.id",
                                            columns, wanted.sql)};
    auto row = query.use();
    row(first)(last);
    for (wanted.bind(row); row.next();) {
      if (std::binary_search(numbers.begin(), numbers.end(), row.integer(0))) {
        f(row);
      }
    }
    return;
  }
  const std::string list = '[' + join(numbers, ",") + ']';
  sqlite::Statement query{db, fmt::format("SELECT {} FROM json_each(?) AS candidate CROSS JOIN "
                                          "game AS g ON g.id = candidate.value WHERE {}",
                                          columns, wanted.sql)};
  auto row = query.use();
  row(list);
  for (wanted.bind(row); row.next();) {
    f(row);
  }
}

} // namespace xq::store
