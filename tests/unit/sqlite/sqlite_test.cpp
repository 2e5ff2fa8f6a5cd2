#include "sqlite/bulk_insert.hpp"
#include "sqlite/new_database.hpp"
#include "sqlite/sqlite.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <filesystem>
#include <fstream>
#include <functional>

using namespace xq;
using namespace xq::sqlite;
using Catch::Matchers::ContainsSubstring;
using Folder = support::ScratchFolder;

namespace {

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const DbError& e) {
    return e.what();
  }
  return "(nothing thrown)";
}

} // namespace

TEST_CASE("values of every type come back as they were bound", "[store]") {
  sqlite::Database db{"", sqlite::Database::Mode::create};
  db.execute("CREATE TABLE t (i INTEGER, r REAL, t TEXT, b BLOB, n TEXT) STRICT");
  sqlite::Statement insert{db, "INSERT INTO t VALUES (?, ?, ?, ?, ?)"};
  const std::string_view bytes{"\0\xFFx", 3};
  insert.use()(~std::uint64_t{0})(0.5)("許\x7F")(Blob{bytes})(nullptr).exec();
  insert.use()(-7)(2.0)(std::string_view{})(Blob{})("").exec();
  sqlite::Statement query{db, "SELECT * FROM t"};
  auto rows = query.use();
  REQUIRE(rows.next());
  CHECK(static_cast<std::uint64_t>(rows.integer(0)) == ~std::uint64_t{0});
  CHECK(rows.real(1) == 0.5);
  CHECK(rows.text(2) == "許\x7F");
  CHECK(rows.blob(3) == bytes);
  CHECK(rows.is_null(4));
  REQUIRE(rows.next());
  CHECK(rows.integer(0) == -7);
  CHECK_FALSE(rows.is_null(2)); // empty is not NULL
  CHECK_FALSE(rows.is_null(3));
  CHECK_FALSE(rows.next());
}

TEST_CASE("errors carry the path, the SQL and advice", "[store]") {
  Folder folder;
  const auto missing = folder.file("missing.xqdb");
  const auto absent = message_of([&] { Database{missing, Database::Mode::read_only}; });
  CHECK_THAT(absent, ContainsSubstring(missing) && ContainsSubstring("No such file") &&
                         ContainsSubstring("Check the path"));

  const auto text = folder.file("text.xqdb");
  std::ofstream{text} << std::string(4096, 'x');
  const auto foreign = message_of([&] {
    sqlite::Database db{text, sqlite::Database::Mode::read_only};
    static_cast<void>(db.query_integer("SELECT count(*) FROM sqlite_schema"));
  });
  CHECK_THAT(foreign, ContainsSubstring(text) && ContainsSubstring("this is no database") &&
                          ContainsSubstring("sqlite_schema"));

  sqlite::Database db{"", sqlite::Database::Mode::create};
  CHECK_THAT(message_of([&] {
               Statement{db, "SELECT wrong FROM nowhere"};
             }),
             ContainsSubstring("nowhere") && ContainsSubstring("SELECT wrong"));
  db.execute("CREATE TABLE t (x INTEGER CHECK (x > 0)) STRICT");
  sqlite::Statement insert{db, "INSERT INTO t VALUES (?)"};
  CHECK_THAT(message_of([&] { insert.use()(0).exec(); }), ContainsSubstring("INSERT INTO t"));
  insert.use()(1).exec(); // usable after a failure
}

TEST_CASE("errors about a new file carry the name that it will have", "[store]") {
  const support::ScratchFolder folder;
  for (const std::string& name :
       {std::string{"new.xqdb"}, std::string{"a.1-2.tmp"}, std::string(120, 'x')}) {
    const auto path = folder.file(name);
    sqlite::NewFile file{path, sqlite::NewFile::Existing::replace};
    REQUIRE(file.path() != path);
    sqlite::Database db{file.path(), sqlite::Database::Mode::create};
    CHECK(db.path() ==
          path.substr(0, path.size() - name.size() + std::min<std::size_t>(name.size(), 100)));
    CHECK_THROWS_WITH(db.execute("SELECT absent"),
                      Catch::Matchers::StartsWith(db.path() + ": no such column"));
  }
}

TEST_CASE("foreign keys are enforced and double-quoted strings refused", "[store]") {
  sqlite::Database db{"", sqlite::Database::Mode::create};
  db.execute("CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a (id))");
  CHECK_THROWS_AS(db.execute("INSERT INTO b VALUES (1)"), DbError);
  CHECK_THROWS_AS(db.execute("SELECT \"text\""), DbError);
}

TEST_CASE("a transaction that is not committed leaves no trace", "[store]") {
  sqlite::Database db{"", sqlite::Database::Mode::create};
  db.execute("CREATE TABLE t (x INTEGER) STRICT");
  {
    sqlite::Transaction transaction{db};
    db.execute("INSERT INTO t VALUES (1)");
  }
  CHECK(db.query_integer("SELECT count(*) FROM t") == 0);
  sqlite::Transaction transaction{db};
  db.execute("INSERT INTO t VALUES (1)");
  transaction.commit();
  CHECK(db.query_integer("SELECT count(*) FROM t") == 1);
}

TEST_CASE("a second writer is told that the file is busy", "[store]") {
  Folder folder;
  sqlite::Database first{folder.file("a.db"), sqlite::Database::Mode::create, 0};
  first.execute("CREATE TABLE t (x INTEGER) STRICT");
  sqlite::Transaction transaction{first};
  sqlite::Database second{folder.file("a.db"), sqlite::Database::Mode::read_write, 0};
  CHECK_THROWS_AS(Transaction{second}, sqlite::BusyError);
  CHECK_THAT(message_of([&] { Transaction{second}; }),
             ContainsSubstring("wait until it has finished"));
}

TEST_CASE("a stream becomes rows, in order and with every type", "[store]") {
  sqlite::Database db{"", sqlite::Database::Mode::create};
  db.execute("CREATE TABLE t (k INTEGER PRIMARY KEY, r REAL, t TEXT, b BLOB) STRICT");
  sqlite::BulkInsert bulk{db, "t (k, r, t, b)", 4};
  std::string text;
  int i = 0;
  const auto rows = [&](std::span<Value> row) {
    if (i == 1000) {
      return false;
    }
    text = fmt::format("row {}", i);
    row[0].set(i);
    row[1].set(i / 2.0);
    row[2].set(std::string_view{text});
    if (i % 2 == 0) {
      row[3].set(Blob{text});
    } else {
      row[3].set_null();
    }
    ++i;
    return true;
  };
  CHECK(bulk.run(rows) == 1000);
  CHECK(db.query_integer("SELECT count(*) FROM t") == 1000);
  CHECK(db.query_integer("SELECT count(*) FROM t WHERE t = 'row ' || k AND r = k / 2.0") == 1000);
  CHECK(db.query_integer("SELECT count(*) FROM t WHERE b = CAST(t AS BLOB)") == 500);
  CHECK(bulk.run([](std::span<Value>) { return false; }) == 0); // again, and empty
  sqlite::BulkInsert other{db, "t (k)", 1};                     // two at a time
  i = 5000;
  CHECK(other.run([&](std::span<Value> row) {
    row[0].set(i);
    return i++ < 5010;
  }) == 10);
}

TEST_CASE("a stream may leave out rows that are there already", "[store]") {
  sqlite::Database db{"", sqlite::Database::Mode::create};
  db.execute("CREATE TABLE t (k INTEGER PRIMARY KEY) STRICT; INSERT INTO t VALUES (2)");
  sqlite::BulkInsert bulk{db, "t (k)", 1, sqlite::BulkInsert::Existing::skip};
  int next = 1;
  bulk.run([&](std::span<Value> row) {
    row[0].set(next);
    return next++ <= 3;
  });
  CHECK(db.query_integer("SELECT group_concat(k, '') FROM t") == 123);
}

TEST_CASE("a stream that fails passes its exception on and inserts nothing", "[store]") {
  sqlite::Database db{"", sqlite::Database::Mode::create};
  db.execute("CREATE TABLE t (k INTEGER PRIMARY KEY) STRICT");
  sqlite::BulkInsert bulk{db, "t (k)", 1};
  int i = 0;
  CHECK_THROWS_AS(bulk.run([&](std::span<Value> row) {
    if (i == 10) {
      throw Interrupted{"stop"};
    }
    row[0].set(i++);
    return true;
  }),
                  Interrupted);
  CHECK(db.query_integer("SELECT count(*) FROM t") == 0);
  int left = 3;
  const auto twice = message_of([&] {
    bulk.run([&](std::span<Value> row) {
      row[0].set(1); // breaks the primary key on the second row
      return left-- > 0;
    });
  });
  CHECK_THAT(twice, ContainsSubstring("UNIQUE") && ContainsSubstring("INSERT INTO t"));
  CHECK(db.query_integer("SELECT count(*) FROM t") == 0);
}
