// Files of databases as other processes, users and file systems leave them: by calls of POSIX.
#include "sqlite/sqlite.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <filesystem>
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
