#pragma once

#include "sqlite/sqlite.hpp"

#include <xq/base/error.hpp>

#include <cstdint>
#include <utility>

namespace xq::book {

/// A number of a row or a property as a T. What T cannot hold is damage, not another number: throws
/// DbError.
template <typename T>
[[nodiscard]] T checked_number(const sqlite::Database& db, std::int64_t number) {
  if (!std::in_range<T>(number)) {
    throw make_error<sqlite::DbError>("{}: the opening book has the number {} where it cannot "
                                      "stand. The file is damaged; build the book again.",
                                      db.path(), number);
  }
  return static_cast<T>(number);
}

} // namespace xq::book
