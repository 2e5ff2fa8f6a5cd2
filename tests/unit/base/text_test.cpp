#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "support/catch.hpp"

#include <random>

using namespace xq;

TEST_CASE("UTF-8 decoding is strict") {
  const auto value = [](std::string_view s) { return decode_utf8(s).value; };
  CHECK(value("a") == U'a');
  CHECK(value("\xC3\xA9") == 0xE9);
  CHECK(value("炮") == U'炮');
  CHECK(value("\xF0\x9F\xA9\xA0") == 0x1FA60);
  const std::string_view invalid[] = {"\x80",             // a continuation byte alone
                                      "\xC0\xAF",         // overlong
                                      "\xC1\xBF",         //
                                      "\xE0\x9F\xBF",     //
                                      "\xF0\x8F\xBF\xBF", //
                                      "\xED\xA0\x80",     // surrogate
                                      "\xF4\x90\x80\x80", // above U+10FFFF
                                      "\xF5\x80\x80\x80",
                                      "\xFF",
                                      "\xE7\x82",
                                      "\xE7",
                                      "\xF0\x9F\xA9",
                                      "\xC3("};
  for (const auto bytes : invalid) {
    const auto c = decode_utf8(bytes);
    INFO("first byte " << static_cast<int>(static_cast<unsigned char>(bytes[0])));
    CHECK_FALSE(c.valid);
    CHECK(c.length == 1);
    CHECK(c.value == replacement_character);
    CHECK(find_invalid_utf8(bytes) == 0);
  }
}

TEST_CASE("find_invalid_utf8 agrees with decoding character by character") {
  std::mt19937 random{20260101};
  const std::string_view parts[] = {
      "a",        "abcdefgh",        "0123456789012345678901234567890123456789", "炮", "二平五",
      "\xC3\xA9", "\xF0\x9F\xA9\xA0"};
  const std::string_view damage[] = {"\x80", "\xE7\x82", "\xED\xA0\x80", "\xE0\x80\x80", "\xFF"};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (auto i = random() % 20; i > 0; --i) {
      text += parts[random() % std::size(parts)];
    }
    if (random() % 2 == 0) {
      text.insert(random() % (text.size() + 1), damage[random() % std::size(damage)]);
    }
    std::size_t expected = std::string::npos;
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++count) {
      const auto c = decode_utf8(std::string_view{text}.substr(i));
      if (!c.valid && expected == std::string::npos) {
        expected = i;
      }
      i += c.length;
    }
    INFO(excerpt(text));
    REQUIRE(find_invalid_utf8(text) == expected);
    REQUIRE(count_characters(text) == count);
  }
}

TEST_CASE("every code point survives encoding") {
  for (char32_t c = 0; c <= 0x10FFFF; c += c < 0x11000 ? 1 : 257) {
    if (c >= 0xD800 && c <= 0xDFFF) {
      continue;
    }
    std::string text;
    append_utf8(text, c);
    const auto back = decode_utf8(text);
    REQUIRE(back.valid);
    REQUIRE(back.value == c);
    REQUIRE(back.length == text.size());
  }
}

TEST_CASE("display width counts terminal columns") {
  CHECK(display_width("") == 0);
  CHECK(display_width("C2.5") == 4);
  CHECK(display_width("炮二平五") == 8);
  CHECK(display_width("炮８平５") == 8);
  CHECK(display_width("e\xCC\x81") == 1); // combining acute
  CHECK(display_width("\xE2\x80\x8B") == 0);
  CHECK(display_width("é½") == 2);
  CHECK(pad_right("炮", 4) == "炮  ");
  CHECK(pad_right("炮二", 3) == "炮二");
}

TEST_CASE("an excerpt is safe to print") {
  CHECK(excerpt("炮二平五") == "炮二平五");
  CHECK(excerpt("炮二平五", 7) == "炮二...");
  CHECK(excerpt("a\x1B[31m\n", 200) == "a\\x1B[31m\\x0A");
  CHECK(excerpt("\xE7\x82", 200) == "\\xE7\\x82");
  CHECK(excerpt("\xC2\x9B", 200) == "\\xC2\\x9B"); // a control character of ISO 8859
  // what turns the direction of writing, or ends a line
  // NOLINTNEXTLINE(misc-misleading-bidirectional)
  CHECK(excerpt("a\xE2\x80\xAE"
                "b") == "a\\xE2\\x80\\xAEb");
  for (const char32_t c : {0x061CU, 0x200EU, 0x200FU, 0x2028U, 0x2029U, 0x202AU, 0x202DU, 0x2066U,
                           0x2069U, 0x7FU, 0x80U, 0x9FU, 0x1U}) {
    std::string text;
    append_utf8(text, c);
    INFO(static_cast<unsigned>(c));
    CHECK(excerpt(text).starts_with("\\x"));
  }
  CHECK(excerpt("\u200D\u2030\u2065") == "\u200D\u2030\u2065");
  const std::string long_text(std::size_t{10} << 20U, 'x');
  CHECK(excerpt(long_text).size() == 203);
}

TEST_CASE("trim takes ideographic spaces") {
  CHECK(trim("\xE3\x80\x80 \t炮二\xE3\x80\x80平五\r\n\xE3\x80\x80") == "炮二\xE3\x80\x80平五");
  CHECK(trim(" \xE3\x80\x80 ").empty());
  CHECK(trim("x\x80\x80") == "x\x80\x80"); // the tail of a space is no space
}

TEST_CASE("JSON strings are valid whatever the bytes") {
  std::string out;
  append_json(out, std::string_view{"a\"\\\n\x01\0\x7F炮\xFF", 11});
  CHECK(out == "\"a\\\"\\\\\\n\\u0001\\u0000\\u007f炮\xEF\xBF\xBD\"");
}

TEST_CASE("case is that of ASCII letters alone") {
  CHECK(lower("AZaz[@`{ 胡Ä") == "azaz[@`{ 胡Ä");
  CHECK(equal_ignoring_case("FenStr", "FENSTR"));
  CHECK_FALSE(equal_ignoring_case("Fen", "FenStr"));
  CHECK_FALSE(equal_ignoring_case("[", "{")); // 32 apart, and no letters
}
