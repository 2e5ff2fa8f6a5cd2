#include "base/hash.hpp"
#include "book/file/digest.hpp"
#include "support/catch.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace xq;
using namespace xq::book;

namespace {

using Values = std::vector<std::optional<std::int64_t>>;

sqlitefile::RowBlock block(std::initializer_list<Values> rows) {
  sqlitefile::RowBlock out;
  for (const Values& row : rows) {
    out.add(row);
  }
  return out;
}

Digest digest(std::initializer_list<Values> rows) {
  Digest out;
  out.add(block(rows));
  return out;
}

} // namespace

TEST_CASE("the digest of rows is a sum of hashes, and stays what it is", "[book]") {
  const Values a{258, std::nullopt, 0, 1, -1, INT64_MIN};
  const Values b{258, 0, 0, 1, -1, INT64_MIN};
  block({a}).for_each_record([](std::string_view record) {
    CHECK(record == std::string_view{"\7\2\0\10\11\1\6\1\2\377\200\0\0\0\0\0\0\0", 18});
  });
  CHECK(digest({}).value() == 0);
  CHECK(digest({a}).value() == 0x936BF226E7E27987ULL);
  CHECK(digest({a}) != digest({b})); // NULL is not 0
  CHECK(digest({a, b}) == digest({b, a}));
  CHECK(digest({a, a}) != digest({a}));
  Digest sum = digest({a});
  sum.add(digest({b}));
  CHECK(sum == digest({a, b}));
}

TEST_CASE("a row of values at run time is the row of the same arguments", "[book]") {
  sqlitefile::RowBlock arguments;
  arguments.add(std::int64_t{258}, std::optional<std::int64_t>{}, std::uint32_t{4294967295U}, -1);
  Digest of_arguments;
  of_arguments.add(arguments);
  CHECK(of_arguments == digest({{258, std::nullopt, 4294967295, -1}}));
}

TEST_CASE("a text stands in a digest as its hash", "[book]") {
  sqlite::Database db{"", sqlite::Database::Mode::create};
  db.execute("CREATE TABLE property (name TEXT, value INTEGER);"
             "INSERT INTO property VALUES ('games', 7), ('digest_property', 8), ('炮', NULL)");
  const auto hash = [](std::string_view text) {
    return static_cast<std::int64_t>(content_hash(text));
  };
  CHECK(digest_of(db, "property") == digest({{hash("炮"), std::nullopt}, {hash("games"), 7}}));
}
