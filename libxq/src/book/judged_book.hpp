#pragma once

#include "book/file/score_tables.hpp"

#include <xq/book/book.hpp>

#include <string>

namespace xq::book {

/// Write to `target` the book `path` with other judgements; they may be one file. What the games
/// say stays as it is. The bytes depend on both and on nothing else. Throws DbError, FileError, or
/// Interrupted when `progress` says so.
BookInfo write_judged_book(const std::string& path, const std::string& target,
                           const ScoreTables& scores, unsigned threads,
                           const BuildProgress& progress);

} // namespace xq::book
