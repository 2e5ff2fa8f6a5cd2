#pragma once

#include "book/file/provenance.hpp"
#include "book/file/score_tables.hpp"
#include "book/rows/row_codec.hpp"
#include "book/rows/row_source.hpp"

#include <xq/book/book.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace xq::book {

/// Hands the next rows of a book to `rows`; may be called on any thread, once.
using MakeRows = std::function<void(RowSink& rows)>;
/// What makes the rows after the ones before; empty at the end. Called on one thread.
using NextRows = std::function<MakeRows()>;

/// Write the rows as a book to `path`, an empty file that is not the target yet: there is neither a
/// journal on disk nor a sync, and the checks of the schema hold by construction. Rows of fewer
/// than info.min_games games are left out.
/// `names` may be null; its samples and games go in when info.samples is not 0; `scores` may be
/// null. The bytes depend on the rows, on these two and on `info` alone, whose positions and moves
/// are counted here. Throws DbError, FileError, what making rows throws, or Interrupted when
/// `progress` says so.
void write_book(const std::string& path, const NextRows& next, BookInfo& info, unsigned threads,
                const BuildProgress& progress, ProvenanceSource* names = nullptr,
                const ScoreTables* scores = nullptr);
/// Writes a book whose rows come from one stream.
void write_book(const std::string& path, RowSource& source, BookInfo& info, unsigned threads,
                const BuildProgress& progress, ProvenanceSource* names = nullptr,
                const ScoreTables* scores = nullptr);

} // namespace xq::book
