#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/book/book.hpp>
#include <xq/book/verify.hpp>
#include <xq/store/sqlite.hpp>

using namespace xq;
using namespace xq::book;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("numbers of a book that are too large are found, not cut off", "[book]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("book.xqbook");
  const std::vector<Move> moves{Move{make_square(7, 2), make_square(4, 2)}};
  support::make_book(path, {{Position::start(), moves, record::Result::draw, 1}});
  REQUIRE(verify_book(path).problem_count == 0);
  const std::string change =
      GENERATE("UPDATE move SET games = games + 4294967296",
               "UPDATE move SET first_year = 67535, last_year = 67536",
               "UPDATE move SET games = 4294967297, rated = 1, rating_sum = 2, best_rating = 65538",
               "INSERT INTO sample VALUES (1, 2, 3, 4, 65536)");
  CAPTURE(change);
  store::Database{path, store::Database::Mode::read_write}.execute("PRAGMA foreign_keys = OFF; " +
                                                                   change);
  CHECK(verify_book(path).problem_count > 0);
  if (change.find("sample") == std::string::npos) {
    CHECK_THROWS_WITH(Book{path}.probe(Position::start()), ContainsSubstring("damaged"));
  }
}
