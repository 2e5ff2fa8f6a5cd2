#pragma once

#include <xq/book/book.hpp>
#include <xq/store/game_database.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace xq::service {

/// The databases and books that are served.
class Library {
public:
  struct DatabaseFacts {
    std::string name; ///< of the file, without folder and ending
    std::int64_t games = 0;
    std::string from; ///< `1998`, the year of the oldest game; empty when no game tells it
    std::string until;
  };
  struct BookFacts {
    std::string name;
    book::BookInfo info;
  };

  /// Throws DbError for a file that is not what it should be.
  Library(const std::vector<std::string>& databases, const std::vector<std::string>& books);

  [[nodiscard]] const std::vector<DatabaseFacts>& databases() const noexcept { return m_databases; }
  [[nodiscard]] const std::vector<BookFacts>& books() const noexcept { return m_books; }

private:
  std::vector<DatabaseFacts> m_databases;
  std::vector<BookFacts> m_books;
};

} // namespace xq::service
