#pragma once

#include "sqlite/sqlite.hpp"
#include "store/order/page.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace xq::store {

/// For games whose column is empty.
inline constexpr std::int64_t missing_value = -1;

/// Numbers that are in the order of a column's values, equal for equal values, 0 or more: one for
/// each of `games` (in rising order). Not for is_given().
[[nodiscard]] std::vector<std::int64_t> sort_values(sqlite::Database& db, ListColumn column,
                                                    std::span<const std::int64_t> games);

} // namespace xq::store
