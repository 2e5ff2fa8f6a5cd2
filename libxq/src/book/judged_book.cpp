#include "book/judged_book.hpp"

#include "book/book_rows.hpp"
#include "book/file/write.hpp"
#include "sqlite/new_database.hpp"

#include <xq/book/book.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace xq::book {

BookInfo write_judged_book(const std::string& path, const std::string& target,
                           const ScoreTables& scores, unsigned threads,
                           const BuildProgress& progress) {
  Book book{path};
  BookInfo info = book.info();
  auto rows = read_rows(std::move(book));
  std::optional<sqlite::Database> db; // one more connection, for the games
  ProvenanceSource names;
  if (info.samples > 0) {
    names = read_provenance(db.emplace(path, sqlite::Database::Mode::read_only));
  }
  if (threads > 1) {
    rows = read_ahead(std::move(rows));
  }
  sqlite::NewFile file{target, sqlite::NewFile::Existing::replace};
  write_book(file.path(), *rows, info, std::max(threads, 1U), progress, &names, &scores);
  file.commit();
  return info;
}

} // namespace xq::book
