#include "base/text/json_writer.hpp"
#include "support/catch.hpp"

#include <limits>
#include <string>

using xq::JsonWriter;

TEST_CASE("JSON has its commas where they belong") {
  std::string out;
  JsonWriter json{out};
  json.begin_object().member("a", 1).member("b", "x\"\n炮").member("yes", true);
  json.key("list").begin_array().value(-1).value(std::uint64_t{18446744073709551615U});
  json.begin_object().end_object().begin_array().end_array().null().end_array();
  json.member("rate", 0.125, 2).member("bad", std::numeric_limits<double>::quiet_NaN(), 2);
  json.end_object();
  CHECK(out == R"({"a":1,"b":"x\"\n炮","yes":true,"list":[-1,18446744073709551615,{},[],null],)"
               R"("rate":0.12,"bad":null})");
}
