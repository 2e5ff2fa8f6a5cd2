#include "base/files/input.hpp"
#include "support/decode.hpp"
#include "support/shared_data.hpp"

using namespace xq;

TEST_CASE("the archive is the same text in three encodings") {
  support::skip_without("ccpd");
  const std::vector paths{support::shared("ccpd").string()};
  Input input{paths};
  std::size_t files = 0;
  while (input.next()) {
    if (input.name().find(".pgn") == std::string::npos) {
      continue;
    }
    ++files;
    INFO(input.name());
    std::string bytes;
    for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) {
      bytes += chunk;
    }
    const auto sample = [](std::string_view s) { return s.substr(0, detection_sample_bytes); };
    REQUIRE(detect_encoding(sample(bytes), false).encoding == Encoding::big5);
    const auto original = support::decode(bytes, Encoding::big5, 1U << 18U);
    REQUIRE(original.bad.empty());
    for (const auto encoding : {Encoding::utf8, Encoding::gb18030, Encoding::big5}) {
      INFO(name(encoding));
      const auto converted = encode(original.text, encoding);
      REQUIRE(converted);
      CHECK(detect_encoding(sample(*converted), false).encoding == encoding);
      const auto back = support::decode(*converted, encoding, 100'003);
      CHECK(back.bad.empty());
      CHECK((back.text == original.text));
      CHECK((encoding != Encoding::big5 || *converted == bytes));
    }
  }
  CHECK(files >= 1);
}
