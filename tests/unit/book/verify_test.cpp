#include "sqlite/sqlite.hpp"
#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/book/book.hpp>
#include <xq/book/maintenance.hpp>

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
  sqlite::Database{path, sqlite::Database::Mode::read_write}.execute("PRAGMA foreign_keys = OFF; " +
                                                                     change);
  CHECK(verify_book(path).problem_count > 0);
  if (change.find("sample") == std::string::npos) {
    CHECK_THROWS_WITH(Book{path}.probe(Position::start()), ContainsSubstring("damaged"));
  }
}

TEST_CASE("every changed row of a book is found", "[book]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("book.xqbook");
  const std::vector<Move> moves{Move{make_square(7, 2), make_square(4, 2)},
                                Move{make_square(7, 9), make_square(6, 7)}};
  BuildOptions options;
  options.samples = 2;
  support::make_book(path,
                     {{Position::start(), moves, record::Result::draw, 2},
                      {Position::start(), moves, record::Result::red_wins, 1}},
                     options);
  const auto sound = verify_book(path);
  REQUIRE(sound.problem_count == 0);
  REQUIRE(sound.has_digests);
  const std::string change = GENERATE(
      // possible values, which no other check finds
      "UPDATE move SET red_wins = red_wins - 1, black_wins = black_wins + 1 WHERE red_wins > 0",
      "UPDATE move SET first_year = 2001, last_year = 2002",
      "UPDATE move SET rated = 1, rating_sum = 2000, best_rating = 2000",
      "UPDATE sample SET ply = ply + 1", "UPDATE game SET red = 'x'", "UPDATE game SET line = 7",
      "UPDATE game SET result = 'x'", "UPDATE game SET plies = 9223372036854775807",
      "UPDATE property SET value = value + 1 WHERE name = 'games'",
      "UPDATE property SET value = value + 1 WHERE name = 'digest_move'",
      "DELETE FROM property WHERE name = 'digest_game'",
      "DELETE FROM property WHERE name = 'digest_property'");
  CAPTURE(change);
  {
    sqlite::Database db{path, sqlite::Database::Mode::read_write};
    db.execute(change);
  }
  CHECK(verify_book(path).problem_count > 0);
}

TEST_CASE("a book without digests is sound", "[book]") {
  const support::ScratchFolder folder;
  const auto path = folder.file("book.xqbook");
  const std::vector<Move> moves{Move{make_square(7, 2), make_square(4, 2)}};
  support::make_book(path, {{Position::start(), moves, record::Result::draw, 1}});
  sqlite::Database{path, sqlite::Database::Mode::read_write}.execute(
      "DELETE FROM property WHERE name LIKE 'digest%'");
  const auto result = verify_book(path);
  CHECK(result.problem_count == 0);
  CHECK_FALSE(result.has_digests);
  CHECK(Book{path}.info().games == 1);
}
