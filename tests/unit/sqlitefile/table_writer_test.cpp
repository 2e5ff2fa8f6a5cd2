#include "sqlite/sqlite.hpp"
#include "sqlitefile/table_writer.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace xq;
using Catch::Matchers::ContainsSubstring;
using sqlite::Database;
using sqlite::Statement;
using sqlitefile::create_database;
using sqlitefile::RowBlock;
using sqlitefile::TableWriter;

using Key = std::pair<std::int64_t, std::int64_t>;

/// Two columns of the key and one that is NULL for odd numbers.
struct Sample {
  Key key;
  std::optional<std::int64_t> value;
  friend bool operator==(const Sample&, const Sample&) = default;
};

/// Numbers of every width, in order.
std::vector<Sample> some_rows(std::size_t number, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  std::set<Key> keys;
  const auto any = [&] { return static_cast<std::int64_t>(random()) >> (random() % 64); };
  while (keys.size() < number) {
    keys.emplace(any(), any());
  }
  std::vector<Sample> rows;
  for (const Key& key : keys) {
    const std::int64_t value = any();
    rows.push_back({key, value % 2 == 0 ? std::optional{value} : std::nullopt});
  }
  return rows;
}

constexpr const char* in_memory = "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;";
constexpr const char* two_tables =
    "CREATE TABLE t (a INTEGER, b INTEGER, c INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;"
    "CREATE TABLE other (x)";

/// A file with table t; `settings`: of the connection that makes it.
void make_table(const std::string& path, std::uint32_t page_size, const char* settings = "") {
  std::filesystem::remove(path);
  create_database(path, page_size);
  Database db{path, Database::Mode::read_write};
  db.execute(in_memory);
  db.execute(settings);
  db.execute(two_tables);
}

std::int64_t number(const std::string& path, std::string_view sql) {
  return Database{path, Database::Mode::read_only}.query_integer(sql);
}

RowBlock block_of(const std::vector<Sample>& rows) {
  RowBlock block;
  for (const Sample& row : rows) {
    block.add(row.key.first, row.key.second, row.value);
  }
  return block;
}

void fill(const std::string& path, const std::vector<Sample>& rows) {
  TableWriter table{path, "t"};
  table.add(block_of(rows));
  table.finish();
}

std::vector<Sample> read_back(const std::string& path) {
  Database db{path, Database::Mode::read_only};
  Statement select{db, "SELECT a, b, c FROM t ORDER BY a, b"};
  auto use = select.use();
  std::vector<Sample> rows;
  while (use.next()) {
    rows.push_back({{use.integer(0), use.integer(1)},
                    use.is_null(2) ? std::nullopt : std::optional{use.integer(2)}});
  }
  return rows;
}

/// What SQLite says about the file as it is.
std::string check(const std::string& path) {
  Database db{path, Database::Mode::read_only};
  std::string said;
  for (const auto* pragma : {"PRAGMA integrity_check", "PRAGMA quick_check"}) {
    Statement statement{db, pragma};
    auto use = statement.use();
    use.next();
    said += use.text(0);
    said += ' ';
  }
  return said;
}

/// All rows through SQL into a new file: what the shell's .dump and a reload do.
std::vector<Sample> reloaded(const std::string& path) {
  const std::string copy = path + ".copy";
  std::filesystem::remove(copy);
  {
    Database db{path, Database::Mode::read_write};
    db.execute("PRAGMA synchronous = OFF");
    db.execute("VACUUM INTO '" + copy + "'");
  }
  CHECK(check(copy) == "ok ok ");
  return read_back(copy);
}

/// Change a byte of the file.
void patch(const std::string& path, std::streamoff at, std::string_view bytes) {
  std::fstream file{path, std::ios::binary | std::ios::in | std::ios::out};
  file.seekp(at);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

} // namespace

TEST_CASE("a table written page by page is what SQLite would have written", "[sqlitefile]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("t.db");
  constexpr std::uint32_t page_size = 512;
  const auto all = some_rows(2500, 7);
  make_table(path, page_size);
  const auto empty = std::filesystem::file_size(path);
  const std::string template_path = dir.file("template.db");
  std::filesystem::rename(path, template_path);
  std::uintmax_t pages_before = 0;
  std::size_t boundaries = 0;
  for (std::size_t n = 0; n <= all.size(); ++n) {
    const std::vector<Sample> rows{all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n)};
    std::filesystem::remove(path);
    std::filesystem::copy_file(template_path, path);
    fill(path, rows);
    // At each number of rows that makes a page, or a page of pages, one too many.
    const auto pages = (std::filesystem::file_size(path) - empty) / page_size;
    const bool boundary = pages != pages_before;
    boundaries += boundary ? 1 : 0;
    if (boundary || n < 60) {
      INFO(n << " rows on " << pages << " new pages");
      REQUIRE(check(path) == "ok ok ");
      REQUIRE(read_back(path) == rows);
      REQUIRE(reloaded(path) == rows);
      // And at the one before, where the page is just full.
      const std::vector<Sample> full{rows.begin(), rows.end() - (n > 0 ? 1 : 0)};
      std::filesystem::remove(path);
      std::filesystem::copy_file(template_path, path);
      fill(path, full);
      REQUIRE(check(path) == "ok ok ");
      REQUIRE(read_back(path) == full);
    }
    pages_before = pages;
  }
  CHECK(boundaries > 50);
}

TEST_CASE("values have the form that SQLite gives them", "[sqlitefile]") {
  const support::ScratchFolder dir;
  const auto rows = some_rows(200, 11); // one page: nothing but the cells can differ
  for (const char* const name : {"ours.db", "plain.db"}) {
    make_table(dir.file(name), 16384);
  }
  fill(dir.file("ours.db"), rows);
  {
    Database db{dir.file("plain.db"), Database::Mode::read_write};
    db.execute(in_memory);
    Statement insert{db, "INSERT INTO t VALUES (?, ?, ?)"};
    for (const Sample& row : rows) {
      auto use = insert.use();
      use(row.key.first)(row.key.second);
      row.value ? use(*row.value).exec() : use(nullptr).exec();
    }
  }
  const auto page_of = [&](const char* name) {
    std::ifstream file{dir.file(name), std::ios::binary};
    std::string page(16384, '\0');
    file.seekg(16384); // the first page holds the schema, the second the table
    file.read(page.data(), static_cast<std::streamsize>(page.size()));
    return page;
  };
  CHECK(page_of("ours.db") == page_of("plain.db"));
}

TEST_CASE("rows come in blocks of any size, on pages of any size", "[sqlitefile]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("t.db");
  const auto rows = some_rows(3000, 5);
  for (std::uint32_t page_size = 512; page_size <= 65536; page_size *= 2) {
    INFO(page_size);
    make_table(path, page_size);
    std::mt19937 random{page_size};
    {
      TableWriter table{path, "t"};
      RowBlock block;
      for (const Sample& row : rows) {
        block.add(row.key.first, row.key.second, row.value);
        if (random() % 50 == 0) {
          table.add(block);
          block.clear();
        }
      }
      table.add(block);
      table.add(RowBlock{});
      table.finish();
    }
    CHECK(number(path, "PRAGMA page_size") == page_size);
    CHECK(check(path) == "ok ok ");
    CHECK(read_back(path) == rows);
  }
}

TEST_CASE("two tables of one file are written one after the other", "[sqlitefile]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("t.db");
  std::filesystem::remove(path);
  create_database(path, 1024);
  {
    Database db{path, Database::Mode::read_write};
    db.execute(two_tables);
    db.execute("CREATE TABLE u (a INTEGER PRIMARY KEY) WITHOUT ROWID");
  }
  const auto rows = some_rows(1000, 3);
  fill(path, rows);
  {
    TableWriter table{path, "u"};
    RowBlock block;
    for (int i = 0; i < 5000; ++i) {
      block.add(i);
    }
    table.add(block);
    table.finish();
  }
  CHECK(check(path) == "ok ok ");
  CHECK(read_back(path) == rows);
  CHECK(number(path, "SELECT sum(a) FROM u") == 4999 * 5000 / 2);
}

TEST_CASE("SQLite goes on working with a table written page by page", "[sqlitefile]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("t.db");
  make_table(path, 1024);
  fill(path, some_rows(5000, 13));
  {
    Database db{path, Database::Mode::read_write};
    db.execute("DELETE FROM t WHERE abs (a) % 3 = 1; INSERT OR REPLACE INTO t SELECT a + 1, b, c "
               "FROM t WHERE a < 9223372036854775807; INSERT INTO other VALUES (1)");
  }
  CHECK(check(path) == "ok ok ");
}

TEST_CASE("the file keeps its form whatever SQLite has for defaults", "[sqlitefile]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("t.db");
  const auto* settings = GENERATE(
      "PRAGMA page_size = 4096", "PRAGMA auto_vacuum = FULL", "PRAGMA auto_vacuum = INCREMENTAL",
      "PRAGMA legacy_file_format = ON", "PRAGMA locking_mode = EXCLUSIVE",
      "PRAGMA secure_delete = ON", "PRAGMA cell_size_check = ON");
  INFO(settings);
  make_table(path, 2048, settings);
  const auto rows = some_rows(1000, 19);
  fill(path, rows);
  CHECK(number(path, "PRAGMA page_size") == 2048);
  CHECK(number(path, "PRAGMA auto_vacuum") == 0);
  CHECK(check(path) == "ok ok ");
  CHECK(read_back(path) == rows);
  CHECK(reloaded(path) == rows);
}

TEST_CASE("a file of another form is refused", "[sqlitefile]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("t.db");
  const auto made_with = [&](const char* settings) {
    Database db{path, Database::Mode::create};
    db.execute(settings);
    db.execute(two_tables);
  };
  SECTION("auto-vacuum") { made_with("PRAGMA auto_vacuum = FULL"); }
  SECTION("a write-ahead log") { made_with("PRAGMA journal_mode = WAL"); }
  SECTION("UTF-16") { made_with("PRAGMA encoding = 'UTF-16le'"); }
  SECTION("reserved bytes") {
    std::filesystem::remove(path);
    create_database(path, 4096);
    patch(path, 20, "\x20");
    patch(path, 105, "\x0F\xE0"); // so much shorter is the first page, too
    Database{path, Database::Mode::read_write}.execute(two_tables);
  }
  SECTION("no database") { std::ofstream{path} << std::string(10'000, 'x'); }
  SECTION("a page size that is none") {
    make_table(path, 1024);
    patch(path, 16, std::string_view{"\x03\x00", 2});
  }
  CHECK_THROWS_WITH((TableWriter{path, "t"}),
                    ContainsSubstring(path) && ContainsSubstring("page by page"));
}

TEST_CASE("a table that cannot be written is refused", "[sqlitefile]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("t.db");
  make_table(path, 512);
  SECTION("missing") {
    CHECK_THROWS_WITH((TableWriter{path, "no"}),
                      ContainsSubstring("table no") && ContainsSubstring(path));
  }
  SECTION("with rowids") {
    CHECK_THROWS_WITH((TableWriter{path, "other"}), ContainsSubstring("table other"));
  }
  SECTION("not empty") {
    fill(path, some_rows(1, 1));
    CHECK_THROWS_WITH((TableWriter{path, "t"}), ContainsSubstring("has rows"));
  }
  SECTION("full of pages") {
    fill(path, some_rows(1000, 1));
    CHECK_THROWS_WITH((TableWriter{path, "t"}), ContainsSubstring("table t"));
  }
  SECTION("behind a schema of several pages") {
    std::filesystem::remove(path);
    create_database(path, 512);
    Database db{path, Database::Mode::read_write};
    for (int i = 0; i < 40; ++i) {
      db.execute(fmt::format("CREATE TABLE t{} (x)", i));
    }
    db.execute(two_tables);
    CHECK_THROWS_WITH((TableWriter{path, "t"}), ContainsSubstring("table t"));
  }
  SECTION("in a file that is cut off") {
    std::filesystem::resize_file(path, 60);
    CHECK_THROWS_AS((TableWriter{path, "t"}), FileError);
  }
  SECTION("in no file") {
    CHECK_THROWS_AS((TableWriter{dir.file("none"), "t"}), FileError);
    CHECK_THROWS_AS(create_database(dir.file("none/t.db"), 512), FileError);
  }
}

TEST_CASE("damaged schemas are read within their page", "[sqlitefile]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("t.db");
  std::mt19937 random{23};
  for (int i = 0; i < 300; ++i) {
    make_table(path, 512);
    for (auto n = 1 + random() % 4; n > 0; --n) {
      patch(path, static_cast<std::streamoff>(100 + random() % 412),
            std::string(1, static_cast<char>(random())));
    }
    try {
      const TableWriter table{path, "t"};
    } catch (const Error&) { // it says so, and reads nothing beyond
    }
  }
}

TEST_CASE("the page of SQLite's lock byte stays free", "[sqlitefile]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("t.db");
  make_table(path, 65536);
  constexpr std::uint32_t lock_page = 0x40000000 / 65536 + 1;
  // The pages before are a hole in the file.
  patch(path, 28, std::string_view{"\x00\x00\x3F\xFE", 4}); // lock_page - 3
  static_assert(lock_page - 3 == 0x3FFE);
  const auto rows = some_rows(30'000, 17);
  fill(path, rows);
  CHECK(number(path, "PRAGMA page_count") > lock_page);
  CHECK(read_back(path) == rows);
  std::ifstream file{path, std::ios::binary};
  file.seekg(static_cast<std::streamoff>((lock_page - 1) * std::uint64_t{65536}));
  std::string page(65536, 'x');
  file.read(page.data(), static_cast<std::streamsize>(page.size()));
  CHECK(page == std::string(65536, '\0'));
}
