#pragma once

#include "book/rows/row_source.hpp"

#include <xq/book/book.hpp>

#include <memory>

namespace xq::book {

/// The rows of `book`, which it takes over. next() throws DbError, also for rows out of order (a
/// damaged file).
[[nodiscard]] std::unique_ptr<RowSource> read_rows(Book book);

} // namespace xq::book
