#pragma once

#include <xq/book/info.hpp>
#include <xq/book/row_source.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace xq::book {

/// Called while a book is written, with the rows so far; false stops it.
using BuildProgress = std::function<bool(std::uint64_t rows)>;

/// Write the rows of `source` as a book to `path`, an empty file that is not the target yet: there
/// is neither a journal on disk nor a sync, and the checks of the schema hold by construction. The
/// bytes depend on the rows and on `info` alone, whose positions and moves are counted here. Throws
/// DbError, what `source` throws, or Interrupted when `progress` says so.
void write_book(const std::string& path, RowSource& source, BookInfo& info,
                const BuildProgress& progress);

} // namespace xq::book
