#include "base/text/text.hpp"
#include "support/catch.hpp"
#include "support/decode.hpp"

#include <random>

using namespace xq;

namespace {

constexpr unsigned seed = 20260102;
constexpr Encoding all[] = {Encoding::utf8, Encoding::gb18030, Encoding::big5, Encoding::utf16le,
                            Encoding::utf16be};

/// Private use: 24 of these have no code in GB18030 since its edition of 2005.
bool is_private(char32_t c) { return c >= 0xE000 && c <= 0xF8FF; }

/// A random character: often ASCII, mostly Chinese, now and then anything.
char32_t random_character(std::mt19937& random) {
  switch (random() % 8) {
  case 0:
  case 1:
    return static_cast<char32_t>(random() % 0x80);
  case 2:
    return static_cast<char32_t>(0x10000 + random() % 0x100000);
  case 3: {
    const auto c = static_cast<char32_t>(random() % 0x10000);
    return is_private(c) || (c >= 0xD800 && c <= 0xDFFF) ? U'炮' : c;
  }
  default:
    return static_cast<char32_t>(0x4E00 + random() % 0x51A6);
  }
}

/// Random text of which `encoding` has every character.
std::string random_text(std::mt19937& random, Encoding encoding) {
  std::string text;
  for (auto i = random() % 200; i > 0; --i) {
    std::string c;
    append_utf8(c, random_character(random));
    if (encoding != Encoding::big5 || encode(c, encoding)) {
      text += c;
    }
  }
  return text;
}

bool same(const support::Decoded& a, const support::Decoded& b) {
  return a.text == b.text && std::equal(a.bad.begin(), a.bad.end(), b.bad.begin(), b.bad.end(),
                                        [](const BadBytes& x, const BadBytes& y) {
                                          return x.input_offset == y.input_offset &&
                                                 x.text_offset == y.text_offset &&
                                                 x.length == y.length;
                                        });
}

} // namespace

TEST_CASE("decoding gives back what was encoded") {
  std::mt19937 random{seed};
  INFO("seed " << seed);
  for (const auto encoding : all) {
    INFO(name(encoding));
    for (int round = 0; round < 500; ++round) {
      const auto text = random_text(random, encoding);
      const auto bytes = encode(text, encoding);
      REQUIRE(bytes);
      const auto back = support::decode(*bytes, encoding);
      REQUIRE(back.bad.empty());
      REQUIRE(back.text == text);
    }
  }
}

TEST_CASE("every character of GB18030 and Big5 round-trips") {
  for (char32_t c = 1; c < 0x30000; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) {
      continue;
    }
    std::string text;
    append_utf8(text, c);
    const auto gb = encode(text, Encoding::gb18030);
    INFO("U+" << std::hex << static_cast<unsigned>(c));
    REQUIRE((gb || is_private(c)));
    if (!gb) {
      continue;
    }
    REQUIRE(support::decode(*gb, Encoding::gb18030).text == text);
    if (const auto big5 = encode(text, Encoding::big5)) {
      REQUIRE(support::decode(*big5, Encoding::big5).text == text);
    }
  }
}

TEST_CASE("where the pieces are cut does not matter") {
  std::mt19937 random{seed + 1};
  INFO("seed " << seed + 1);
  for (const auto encoding : all) {
    INFO(name(encoding));
    for (int round = 0; round < 200; ++round) {
      auto bytes = *encode(random_text(random, encoding), encoding);
      for (auto damage = random() % 4; damage > 0 && !bytes.empty(); --damage) {
        bytes[random() % bytes.size()] = static_cast<char>(random());
      }
      const auto whole = support::decode(bytes, encoding);
      REQUIRE(find_invalid_utf8(whole.text) == std::string::npos);
      for (const std::size_t piece : {1U, 2U, 3U, 5U, 64U}) {
        REQUIRE(same(support::decode(bytes, encoding, piece), whole));
      }
    }
  }
}

TEST_CASE("random bytes decode to valid text with every replacement reported") {
  std::mt19937 random{seed + 2};
  INFO("seed " << seed + 2);
  for (const auto encoding : all) {
    for (int round = 0; round < 200; ++round) {
      std::string bytes(random() % 300, '\0');
      for (auto& b : bytes) {
        b = static_cast<char>(random());
      }
      const auto whole = support::decode(bytes, encoding);
      REQUIRE(find_invalid_utf8(whole.text) == std::string::npos);
      REQUIRE(same(support::decode(bytes, encoding, 1), whole));
      for (const auto& bad : whole.bad) {
        REQUIRE(bad.input_offset + bad.length <= bytes.size());
        REQUIRE(decode_utf8(std::string_view{whole.text}.substr(bad.text_offset)).value ==
                replacement_character);
      }
    }
  }
}
