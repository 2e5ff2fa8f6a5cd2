#include "sqlite/bulk_insert.hpp"
#include "sqlite/new_database.hpp"
#include "sqlite/sqlite.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

/// Run `change` in a process that is gone before it closes the database.
void leave_in_the_middle(const std::string& path, const std::string& change) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      sqlite::Database db{path, sqlite::Database::Mode::read_write};
      db.execute(change);
      ::_exit(0);
    } catch (const DbError&) {
      ::_exit(1);
    }
  }
  int status = 1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
}

/// A database with a large table, in which every row is 1.
std::string make_ones(const Folder& folder, const std::string& journal_mode) {
  auto path = folder.file("ones.db");
  sqlite::Database db{path, sqlite::Database::Mode::create};
  db.execute(
      "PRAGMA journal_mode = " + journal_mode +
      "; CREATE TABLE t (v INTEGER); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 "
      "FROM n WHERE i < 100000) INSERT INTO t SELECT 1 FROM n");
  return path;
}

/// A folder that this process may not write, for as long as the object lives: also when it is root.
class WriteProtected {
public:
  explicit WriteProtected(const Folder& folder) : m_folder{folder.path()}, m_user{::geteuid()} {
    namespace fs = std::filesystem;
    for (const auto& entry : fs::directory_iterator{m_folder}) {
      ::chmod(entry.path().c_str(), 0444);
    }
    ::chmod(m_folder.c_str(), 0555);
    if (m_user == 0) {
      REQUIRE(::seteuid(65534) == 0);
    }
  }
  ~WriteProtected() {
    [[maybe_unused]] const bool back = ::seteuid(m_user) == 0;
    ::chmod(m_folder.c_str(), 0755);
  }
  WriteProtected(const WriteProtected&) = delete;
  WriteProtected& operator=(const WriteProtected&) = delete;

private:
  std::filesystem::path m_folder;
  uid_t m_user;
};

/// More changes than the cache of one page holds, so that they reach the file before any commit.
constexpr const char* unfinished = "PRAGMA cache_size = 1; BEGIN; UPDATE t SET v = 2";

} // namespace

TEST_CASE("a change that was left in the middle is taken back by who only reads", "[store]") {
  const Folder folder;
  const auto path = make_ones(folder, "DELETE");
  leave_in_the_middle(path, unfinished);
  REQUIRE(std::filesystem::exists(path + "-journal"));
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  CHECK(db.query_integer("SELECT sum(v) FROM t") == 100000);
  CHECK_THROWS_AS(db.execute("DELETE FROM t"), DbError); // it is open for reading
  CHECK_FALSE(std::filesystem::exists(path + "-journal"));
}

TEST_CASE("where it cannot be taken back, the message says so", "[store]") {
  const Folder folder;
  const auto path = make_ones(folder, "DELETE");
  leave_in_the_middle(path, unfinished);
  const WriteProtected guard{folder};
  CHECK_THAT(message_of([&] {
               Database{path, Database::Mode::read_only};
             }),
             ContainsSubstring("was left in the middle of a change") &&
                 ContainsSubstring("to another folder"));
}

TEST_CASE("a write-ahead log is read in a folder that may not be written", "[store]") {
  const Folder folder;
  const auto path = make_ones(folder, "WAL");
  {
    const WriteProtected guard{folder};
    sqlite::Database db{path, sqlite::Database::Mode::read_only};
    CHECK(db.query_integer("SELECT sum(v) FROM t") == 100000);
  }
  leave_in_the_middle(path, "UPDATE t SET v = 2");
  std::filesystem::remove(path + "-shm");
  {
    const WriteProtected guard{folder};
    CHECK_THAT(message_of([&] {
                 Database{path, Database::Mode::read_only};
               }),
               ContainsSubstring("its last changes are in " + path + "-wal"));
  }
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  CHECK(db.query_integer("SELECT sum(v) FROM t") == 200000);
}

TEST_CASE("a path is the name of a file and of nothing else", "[store]") {
  const Folder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (const std::string name : {":memory:", "file:x?mode=memory", "a#b%41?c"}) {
    Database{name, Database::Mode::create}.execute("CREATE TABLE t (v); PRAGMA journal_mode = WAL");
    CHECK(std::filesystem::exists(folder.file(name)));
    CHECK(sqlite::Database{name, sqlite::Database::Mode::read_only}.query_integer(
              "SELECT count(*) FROM t") == 0);
    const WriteProtected guard{folder};
    CHECK(sqlite::Database{name, sqlite::Database::Mode::read_only}.query_integer(
              "SELECT count(*) FROM t") == 0);
  }
  std::filesystem::current_path(before);
}

TEST_CASE("what is no regular file is no database", "[store]") {
  const Folder folder;
  const auto pipe = folder.file("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0666) == 0); // to open it would wait for the other end
  for (const auto mode : {sqlite::Database::Mode::read_only, sqlite::Database::Mode::read_write,
                          sqlite::Database::Mode::create}) {
    CHECK_THAT(message_of([&] { Database{pipe, mode}; }), ContainsSubstring("is no regular file"));
    CHECK_THAT(message_of([&] {
                 Database{folder.path().string(), mode};
               }),
               ContainsSubstring("is a folder"));
  }
}

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
