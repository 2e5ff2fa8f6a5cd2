#include "sqlite/schema.hpp"
#include "support/catch.hpp"

using namespace xq::sqlite;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("migrations are numbered 1, 2, 3, ...", "[store]") {
  for (const Schema* schema : {&game_schema(), &book_schema()}) {
    int expected = 1;
    for (const auto& m : schema->migrations) {
      CHECK(m.version == expected++);
    }
  }
  CHECK(game_schema().newest() >= 1);
}

TEST_CASE("the marks of the files are frozen", "[store]") {
  CHECK(game_schema().application_id == 0x58516462);
  CHECK(book_schema().application_id == 0x5851626B);
}

TEST_CASE("migrating twice changes nothing", "[store]") {
  Database db{"", Database::Mode::create};
  migrate(db, game_schema());
  const auto version = db.query_integer("PRAGMA schema_version");
  migrate(db, game_schema());
  CHECK(db.query_integer("PRAGMA schema_version") == version);
  CHECK(db.query_integer("PRAGMA user_version") == game_schema().newest());
  CHECK(db.query_integer("PRAGMA application_id") == game_schema().application_id);
  CHECK_NOTHROW(require(db, game_schema()));
}

TEST_CASE("every table of the game database is STRICT", "[store]") {
  Database db{"", Database::Mode::create};
  migrate(db, game_schema());
  CHECK(db.query_integer("SELECT count(*) FROM pragma_table_list WHERE type = 'table' "
                         "AND schema = 'main' AND name NOT LIKE 'sqlite_%' AND NOT strict") == 0);
}

TEST_CASE("files of another kind and newer files are refused with advice", "[store]") {
  Database db{"", Database::Mode::create};
  CHECK_THROWS_WITH(require(db, game_schema()), ContainsSubstring("empty"));

  SECTION("another program's database") {
    db.execute("CREATE TABLE t (x)");
    CHECK_THROWS_WITH(
        migrate(db, game_schema()),
        ContainsSubstring("not an xq game database: it was not made by xq. Check the path."));
    CHECK(db.query_integer("PRAGMA application_id") == 0); // left alone
  }
  SECTION("a view in place of a table") {
    migrate(db, game_schema());
    db.execute("DROP TABLE game; CREATE VIEW game AS WITH RECURSIVE c (id) AS "
               "(SELECT 1 UNION ALL SELECT id + 1 FROM c) SELECT id FROM c");
    CHECK_THROWS_WITH(require(db, game_schema()), ContainsSubstring("no table 'game'"));
    CHECK_THROWS_WITH(migrate(db, game_schema()), ContainsSubstring("no table 'game'"));
  }
  SECTION("a book in place of games") {
    db.execute("PRAGMA application_id = 1481728619; PRAGMA user_version = 1");
    CHECK_THROWS_WITH(migrate(db, game_schema()), ContainsSubstring("it is an xq opening book"));
    CHECK_THROWS_WITH(require(db, game_schema()), ContainsSubstring("it is an xq opening book"));
  }
  SECTION("a newer file") {
    migrate(db, game_schema());
    db.execute("PRAGMA user_version = 99");
    CHECK_THROWS_WITH(migrate(db, game_schema()), ContainsSubstring("has schema 99") &&
                                                      ContainsSubstring("Install a newer xq."));
  }
}
