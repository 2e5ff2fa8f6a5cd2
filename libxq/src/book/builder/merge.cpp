#include "book/book_rows.hpp"
#include "book/file/provenance.hpp"
#include "book/file/write.hpp"
#include "sqlite/new_database.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/base/error.hpp>
#include <xq/book/book.hpp>
#include <xq/book/build.hpp>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

namespace xq::book {

namespace {

std::string plies(int max_ply) {
  return max_ply == 0 ? localized("all plies") : localized("the first {} plies", max_ply);
}

void require_same_plies(const std::string& first_path, const BookInfo& first,
                        const std::string& path, const BookInfo& info) {
  if (info.max_ply != first.max_ply) {
    throw make_error<UsageError>("{} has {} of its games and {} has {}. Build both with the same "
                                 "--max-ply",
                                 first_path, plies(first.max_ply), path, plies(info.max_ply));
  }
}

} // namespace

void require_whole(const std::string& path, const BookInfo& info) {
  if (info.min_games > 1) {
    throw make_error<UsageError>(
        "{} was built with --min-games {}: the moves that it lacks cannot be added up. Build it "
        "without that, and give --min-games when the last book is merged",
        path, info.min_games);
  }
}

BookInfo merge_books(std::span<const std::string> paths, const std::string& target,
                     const MergeOptions& options, const BuildProgress& progress) {
  std::vector<std::unique_ptr<RowSource>> sources;
  BookInfo merged;
  for (const std::string& path : paths) {
    Book book{path};
    require_whole(path, book.info());
    if (sources.empty()) {
      merged.max_ply = book.info().max_ply;
      merged.samples = book.info().samples;
    }
    require_same_plies(paths.front(), merged, path, book.info());
    merged.games += book.info().games;
    merged.samples = std::min(merged.samples, book.info().samples);
    sources.push_back(read_rows(std::move(book)));
  }
  merged.min_games = options.min_games;
  std::deque<sqlite::Database> databases; // one more connection to each book, for its games
  ProvenanceSource names;
  if (merged.samples > 0) {
    for (const std::string& path : paths) {
      auto more = read_provenance(databases.emplace_back(path, sqlite::Database::Mode::read_only));
      names = names.games ? merge(std::move(names), std::move(more)) : std::move(more);
    }
  }
  sqlite::NewFile file{target, sqlite::NewFile::Existing::replace};
  auto rows = merge(std::move(sources));
  if (options.threads > 1) {
    rows = read_ahead(std::move(rows));
  }
  const auto judged = merged_evaluations(paths);
  write_book(file.path(), *rows, merged, std::max(options.threads, 1U), progress, &names, &judged);
  file.commit();
  return merged;
}

} // namespace xq::book
