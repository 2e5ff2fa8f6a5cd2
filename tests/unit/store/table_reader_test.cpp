#include "support/scratch_folder.hpp"

#include <xq/store/page_file.hpp>
#include <xq/store/sqlite.hpp>
#include <xq/store/table_leaf.hpp>
#include <xq/store/table_reader.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <fstream>
#include <iterator>
#include <string>

using namespace xq::store;

TEST_CASE("a record that says it is longer than its file is left to SQLite", "[store]") {
  const support::ScratchFolder dir;
  const std::string path = dir.file("a.db");
  constexpr std::size_t page_size = 512;
  {
    Database db{path, Database::Mode::create};
    db.execute("PRAGMA page_size = 512; CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB);"
               "INSERT INTO t VALUES (1, zeroblob(3000))");
  }
  const auto find = [&] {
    Database db{path, Database::Mode::read_write};
    const Transaction transaction{db};
    TableReader reader{db, "t"};
    reader.begin();
    const auto found = reader.find(1);
    return found ? found->size() : 0;
  };
  CHECK(find() > 3000);

  // 16,383 bytes, of which each page after the first is followed by itself.
  std::ifstream in{path, std::ios::binary};
  std::string bytes{std::istreambuf_iterator<char>{in}, {}};
  in.close();
  REQUIRE(bytes.size() < 16383);
  auto* const page = reinterpret_cast<unsigned char*>(bytes.data()) + page_size;
  REQUIRE(page[0] == 13);
  unsigned char* const cell = page + get16(page + 8);
  cell[0] = 0xFF;
  cell[1] = 0x7F;
  put32(cell + 3 + local_bytes(16383, page_size), 3);
  put32(page + page_size, 3);
  std::ofstream{path, std::ios::binary} << bytes;
  CHECK(find() == 0);
}
