#include "base/text/json_value.hpp"
#include "support/catch.hpp"

#include <string>
#include <string_view>

using namespace xq;

namespace {

constexpr JsonLimits limits{100, 3, 10};

JsonFault fault_of(std::string_view text) {
  const auto read = read_json(text, limits);
  REQUIRE_FALSE(read.has_value());
  return read.error();
}

std::string written(const JsonValue& value) {
  std::string out;
  JsonWriter json{out};
  value.write(json);
  return out;
}

} // namespace

TEST_CASE("a JSON text is read and written again", "[json]") {
  for (const std::string text : {R"({"a":[1,-2,3.0,1.5],"b":"兵","c":null,"d":true})", R"([])",
                                 R"("x")", R"(9223372036854775807)", R"({"z":1,"a":2})"}) {
    const auto read = read_json(text, limits);
    REQUIRE(read.has_value());
    CHECK(written(*read) == text);
  }
}

TEST_CASE("what is no JSON is refused with the reason", "[json]") {
  using Kind = JsonFault::Kind;
  CHECK(fault_of("{\"a\" 1}").kind == Kind::syntax);
  CHECK(fault_of("{\"a\" 1}").byte == 6);
  CHECK(fault_of("1e999").kind == Kind::number);
  CHECK(fault_of("[[[[]]]]").kind == Kind::too_deep);
  CHECK(fault_of("[1,2,3,4,5,6,7,8,9,10]").kind == Kind::too_many);
  CHECK(fault_of(std::string(101, ' ')).kind == Kind::too_long);
  CHECK(fault_of(R"({"a":1,"b":{"c":1,"d":2,"c":3}})").kind == Kind::repeated);
}

TEST_CASE("where names may be repeated the first one is found", "[json]") {
  auto lenient = limits;
  lenient.repeated_names = true;
  const auto read = read_json(R"({"a":1,"a":2})", lenient);
  REQUIRE(read.has_value());
  CHECK(read->find("a")->integer() == 1);
  CHECK(written(*read) == R"({"a":1,"a":2})");
}
