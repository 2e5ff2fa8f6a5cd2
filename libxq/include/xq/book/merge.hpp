#pragma once

#include <xq/book/info.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace xq::book {

struct MergeOptions {
  std::uint32_t min_games = 1; ///< leave out moves of fewer games in all books together
  unsigned threads = 1;        ///< 2 and more: read while writing
};

/// Write to `target` the book of all games of the books `paths`. Whatever their order, and in
/// however many steps they are merged, the bytes are those of one build from all the games with the
/// same max_ply and samples (the least of theirs, when they differ), but for what engines said of
/// positions, which is kept; jobs::ScoringRun makes scores of it again. An old book at `target`
/// stays until the new one takes its place; it may be one of `paths`. Throws UsageError for books
/// that cannot be added up (see require_whole()), DbError, FileError, or Interrupted when
/// `progress` says so.
BookInfo merge_books(std::span<const std::string> paths, const std::string& target,
                     const MergeOptions& options, const BuildProgress& progress = {});

/// Throws UsageError with advice when the moves of a few games were left out of the book at `path`:
/// what they add up to in a larger book cannot be known.
void require_whole(const std::string& path, const BookInfo& info);

} // namespace xq::book
