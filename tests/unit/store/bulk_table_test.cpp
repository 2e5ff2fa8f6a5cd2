#include "support/scratch_folder.hpp"

#include <xq/store/bulk_table.hpp>
#include <xq/store/record_reader.hpp>
#include <xq/store/sqlite.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace xq;
using namespace xq::store;

/// A row of a table with rowids.
struct Sample {
  std::int64_t id = 0;
  std::int64_t number = 0; ///< 0: NULL
  std::string text;        ///< empty: NULL
  std::string blob;
  friend bool operator==(const Sample&, const Sample&) = default;
};

/// Mostly short rows, some that fill pages, numbers with and without gaps.
std::vector<Sample> some_rows(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  const auto any_bytes = [&](std::size_t size) {
    std::string bytes(size, 'x');
    for (char& c : bytes) {
      c = static_cast<char>('a' + random() % 26);
    }
    return bytes;
  };
  const auto any_size = [&] {
    const auto n = random() % 100;
    return static_cast<std::size_t>(n < 70   ? random() % 20
                                    : n < 98 ? random() % 600
                                             : random() % 9000);
  };
  std::vector<Sample> rows;
  std::int64_t id = 0;
  for (std::size_t i = 0; i < count; ++i) {
    id += random() % 50 == 0 ? static_cast<std::int64_t>(random() % 1'000'000'000'000) : 1;
    rows.push_back({id, static_cast<std::int64_t>(random()) >> (random() % 64),
                    any_bytes(any_size()), any_bytes(any_size())});
  }
  return rows;
}

void make_table(const std::string& path, int page_size) {
  std::filesystem::remove(path);
  Database db{path, Database::Mode::create};
  db.execute(fmt::format("PRAGMA page_size = {}", page_size));
  db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, number INTEGER, text TEXT, blob BLOB) STRICT;"
             "CREATE TABLE other (x)");
}

std::uint32_t number(const std::string& path, std::string_view sql) {
  return static_cast<std::uint32_t>(Database{path, Database::Mode::read_only}.query_integer(sql));
}

void fill(const std::string& path, const std::vector<Sample>& rows) {
  const auto root = number(path, "SELECT rootpage FROM sqlite_schema WHERE name = 't'");
  PageFile file{path, number(path, "PRAGMA page_size"), number(path, "PRAGMA page_count")};
  BulkTable table{file, root};
  RecordBuilder record;
  std::string bytes;
  for (const Sample& row : rows) {
    record.null();
    row.number == 0 ? record.null() : record.integer(row.number);
    row.text.empty() ? record.null() : record.text(row.text);
    record.blob(row.blob);
    bytes.clear();
    record.finish(bytes);
    table.add(row.id, bytes);
  }
  table.finish();
  file.finish();
}

Sample sample(std::int64_t id, std::string_view record) {
  RecordReader in{record};
  in.null();
  Sample row{id, in.integer(), std::string{in.text()}, std::string{in.blob()}};
  CHECK((in.ok() && in.at_end()));
  return row;
}

std::vector<Sample> read_back(const std::string& path) {
  Database db{path, Database::Mode::read_only};
  Statement select{db, "SELECT id, number, text, blob FROM t ORDER BY id"};
  auto use = select.use();
  std::vector<Sample> rows;
  while (use.next()) {
    rows.push_back(
        {use.integer(0), use.integer(1), std::string{use.text(2)}, std::string{use.blob(3)}});
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

TEST_CASE("a table with rowids written page by page is what SQLite would have written", "[store]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("bulk.db");
  const auto all = some_rows(4000, 7);
  std::vector<std::size_t> counts;
  for (std::size_t n = 0; n < 300; ++n) { // every number at which a page is filled or overflows
    counts.push_back(n);
  }
  for (std::size_t n = 300; n <= all.size(); n += 97) {
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

TEST_CASE("pages of pages of small rows, at each number of rows around their ends", "[store]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("bulk.db");
  std::vector<Sample> rows;
  // A leaf of 512 bytes has 42 such rows, a page above it about 60 leaves: 2,520 rows, and 2,562.
  for (std::int64_t id = 1; id <= 5200; ++id) {
    rows.push_back({id, 1, "", "abc"});
  }
  std::size_t most_pages = 0;
  for (std::size_t n = 2300; n <= rows.size(); n += n < 2800 || n > 5000 ? 7 : 400) {
    const std::vector<Sample> some{rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(n)};
    make_table(path, 512);
    fill(path, some);
    INFO(n << " rows");
    REQUIRE(check(path) == "ok");
    REQUIRE(read_back(path).size() == n);
    most_pages = std::max<std::size_t>(most_pages, number(path, "PRAGMA page_count"));
  }
  CHECK(most_pages > 100);
}

TEST_CASE("rows have the form that SQLite gives them", "[store]") {
  const support::ScratchFolder dir;
  auto rows = some_rows(60, 11); // one page: nothing but the cells can differ
  for (Sample& row : rows) {
    row.text.resize(row.text.size() % 400);
    row.blob.resize(row.blob.size() % 300);
  }
  for (const char* const name : {"bulk.db", "plain.db"}) {
    make_table(dir.file(name), 65536);
  }
  fill(dir.file("bulk.db"), rows);
  {
    Database db{dir.file("plain.db"), Database::Mode::read_write};
    Statement insert{db, "INSERT INTO t VALUES (?, ?, ?, ?)"};
    for (const Sample& row : rows) {
      auto use = insert.use();
      use(row.id);
      row.number == 0 ? use(nullptr) : use(row.number);
      row.text.empty() ? use(nullptr) : use(row.text);
      use(Blob{row.blob}).exec();
    }
  }
  const auto page_of = [&](const char* name) {
    std::ifstream file{dir.file(name), std::ios::binary};
    std::string page(65536, '\0');
    file.seekg(65536); // the first page holds the schema, the second the table
    file.read(page.data(), static_cast<std::streamsize>(page.size()));
    return page;
  };
  CHECK(page_of("bulk.db") == page_of("plain.db"));
}

TEST_CASE("SQLite goes on working with a table with rowids written page by page", "[store]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("bulk.db");
  make_table(path, 1024);
  const auto rows = some_rows(3000, 13);
  fill(path, rows);
  {
    Database db{path, Database::Mode::read_write};
    db.execute("DELETE FROM t WHERE id % 3 = 1; UPDATE t SET text = text || text WHERE id % 5 = 0;"
               "INSERT INTO t (number, text) SELECT number, text FROM t WHERE id % 7 = 0");
  }
  CHECK(check(path) == "ok");
  std::size_t left = 0;
  for (const Sample& row : rows) {
    left += row.id % 3 == 1 ? 0U : row.id % 7 == 0 ? 2U : 1U;
  }
  CHECK(number(path, "SELECT count(*) FROM t") == left);
}

TEST_CASE("rows can be read while the table grows", "[store]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("bulk.db");
  const std::size_t keep = GENERATE(0U, std::size_t{1} << 20U, std::size_t{1} << 30U);
  make_table(path, 512);
  const auto rows = some_rows(9000, 17);
  const auto root = number(path, "SELECT rootpage FROM sqlite_schema WHERE name = 't'");
  PageFile file{path, 512, number(path, "PRAGMA page_count"), keep};
  BulkTable table{file, root};
  RecordBuilder record;
  std::string bytes;
  std::mt19937 random{19};
  std::size_t all_bytes = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Sample& row = rows[i];
    record.null();
    row.number == 0 ? record.null() : record.integer(row.number);
    row.text.empty() ? record.null() : record.text(row.text);
    record.blob(row.blob);
    bytes.clear();
    record.finish(bytes);
    all_bytes += bytes.size();
    table.add(row.id, bytes);
    REQUIRE(sample(row.id, table.read(row.id)) == row);
    const Sample& any = rows[random() % (i + 1)];
    REQUIRE(sample(any.id, table.read(any.id)) == any);
    CHECK(table.read(row.id + 1).empty());
    if (row.id > 1 && (i == 0 || rows[i - 1].id != row.id - 1)) {
      CHECK(table.read(row.id - 1).empty());
    }
  }
  CHECK(all_bytes > std::size_t{3} << 20U); // of which only the last pages are kept
}

TEST_CASE("damaged pages and records are told from good ones", "[store]") {
  std::mt19937 random{23};
  RecordBuilder builder;
  std::string record;
  builder.integer(-300);
  builder.text("abc");
  builder.integer(1);
  builder.blob(std::string(200, 'b'));
  builder.integer(std::numeric_limits<std::int64_t>::min());
  builder.finish(record);
  const auto read = [](std::string_view bytes) {
    RecordReader in{bytes};
    const bool same = in.integer() == -300 && in.text() == "abc" && in.integer() == 1 &&
                      in.blob() == std::string(200, 'b') &&
                      in.integer() == std::numeric_limits<std::int64_t>::min();
    return in.ok() && in.at_end() && same;
  };
  CHECK(read(record));
  for (std::size_t size = 0; size < record.size(); ++size) {
    CHECK_FALSE(read(std::string{record, 0, size})); // a copy: reading beyond it would be noticed
  }
  std::vector<unsigned char> page(512);
  for (int i = 0; i < 20'000; ++i) {
    for (auto& byte : page) {
      byte = static_cast<unsigned char>(random());
    }
    page[0] = 13;
    page[3] = 0;
    const TableLeaf leaf{page};
    REQUIRE(leaf.lower_bound(static_cast<std::int64_t>(random())) <= leaf.size());
    for (std::size_t n = 0; leaf.ok() && n < leaf.size(); ++n) {
      if (const auto cell = leaf.cell(n)) {
        REQUIRE(cell->local.size() <= page.size());
        RecordReader in{cell->local};
        static_cast<void>(in.integer());
        REQUIRE(in.text().size() <= page.size());
      }
    }
  }
  page[0] = 5;
  CHECK_FALSE(TableLeaf{page}.ok());
}
