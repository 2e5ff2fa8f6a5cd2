#include "support/scratch_folder.hpp"

#include <xq/store/bulk_tree.hpp>
#include <xq/store/sqlite.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <vector>

namespace {

using namespace xq;
using namespace xq::store;

using Key = std::pair<std::int64_t, std::int64_t>;

/// Two columns of the key and one that is NULL for odd numbers.
struct Sample {
  Key key;
  std::optional<std::int64_t> value;
  friend auto operator<=>(const Sample&, const Sample&) = default;
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

void make_table(const std::string& path, int page_size) {
  std::filesystem::remove(path);
  Database db{path, Database::Mode::create};
  db.execute(fmt::format("PRAGMA page_size = {}", page_size));
  db.execute("CREATE TABLE t (a INTEGER, b INTEGER, c INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;"
             "CREATE TABLE other (x)");
}

std::uint32_t number(const std::string& path, std::string_view sql) {
  return static_cast<std::uint32_t>(Database{path, Database::Mode::read_only}.query_integer(sql));
}

void fill(const std::string& path, const std::vector<Sample>& rows) {
  const auto root = number(path, "SELECT rootpage FROM sqlite_schema WHERE name = 't'");
  PageFile file{path, number(path, "PRAGMA page_size"), number(path, "PRAGMA page_count")};
  BulkTree tree{file, root};
  std::array<unsigned char, CellBuilder::most_bytes> bytes{};
  for (const Sample& row : rows) {
    CellBuilder cell{bytes.data(), 3};
    cell.integer(row.key.first);
    cell.integer(row.key.second);
    row.value ? cell.integer(*row.value) : cell.null();
    tree.add(cell.finish());
  }
  tree.finish();
  file.finish();
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

std::string check(const std::string& path) {
  Database db{path, Database::Mode::read_only};
  Statement integrity{db, "PRAGMA integrity_check"};
  auto use = integrity.use();
  use.next();
  return std::string{use.text(0)};
}

} // namespace

TEST_CASE("a table written page by page is what SQLite would have written", "[store]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("bulk.db");
  const auto all = some_rows(3000, 7);
  // Every number of rows at which a page, or a page of pages, has just been filled or overflows.
  std::vector<std::size_t> counts;
  for (std::size_t n = 0; n < 420; ++n) {
    counts.push_back(n);
  }
  for (std::size_t n = 420; n <= all.size(); n += 43) {
    counts.push_back(n);
  }
  for (const std::size_t n : counts) {
    const std::vector<Sample> rows{all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n)};
    make_table(path, 512);
    fill(path, rows);
    INFO(n << " rows");
    REQUIRE(check(path) == "ok");
    REQUIRE(read_back(path) == rows);
  }
}

TEST_CASE("values have the form that SQLite gives them", "[store]") {
  const support::ScratchFolder dir;
  const auto rows = some_rows(200, 11); // one page: nothing but the cells can differ
  for (const char* const name : {"bulk.db", "plain.db"}) {
    make_table(dir.file(name), 16384);
  }
  fill(dir.file("bulk.db"), rows);
  {
    Database db{dir.file("plain.db"), Database::Mode::read_write};
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
  CHECK(page_of("bulk.db") == page_of("plain.db"));
}

TEST_CASE("SQLite goes on working with a table written page by page", "[store]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("bulk.db");
  make_table(path, 1024);
  const auto rows = some_rows(5000, 13);
  fill(path, rows);
  {
    Database db{path, Database::Mode::read_write};
    db.execute("DELETE FROM t WHERE abs (a) % 3 = 1; INSERT OR REPLACE INTO t SELECT a + 1, b, c "
               "FROM t WHERE a < 9223372036854775807; INSERT INTO other VALUES (1)");
  }
  CHECK(check(path) == "ok");
}

TEST_CASE("the page of SQLite's lock byte stays free", "[store]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("bulk.db");
  make_table(path, 65536);
  constexpr std::uint64_t lock_page = 0x40000000 / 65536 + 1;
  const auto root = number(path, "SELECT rootpage FROM sqlite_schema WHERE name = 't'");
  const auto rows = some_rows(30'000, 17);
  {
    PageFile pages{path, 65536, lock_page - 3}; // the pages before are a hole in the file
    BulkTree tree{pages, root};
    std::array<unsigned char, CellBuilder::most_bytes> bytes{};
    for (const Sample& row : rows) {
      CellBuilder cell{bytes.data(), 3};
      cell.integer(row.key.first);
      cell.integer(row.key.second);
      row.value ? cell.integer(*row.value) : cell.null();
      tree.add(cell.finish());
    }
    tree.finish();
    CHECK(pages.finish() > lock_page);
  }
  CHECK(read_back(path) == rows);
  std::ifstream file{path, std::ios::binary};
  file.seekg(static_cast<std::streamoff>((lock_page - 1) * 65536));
  std::string page(65536, 'x');
  file.read(page.data(), static_cast<std::streamsize>(page.size()));
  CHECK(page == std::string(65536, '\0'));
}
