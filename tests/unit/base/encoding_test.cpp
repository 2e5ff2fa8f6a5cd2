#include "support/catch.hpp"
#include "support/decode.hpp"

#include <xq/base/problem_code.hpp>

#include <fmt/core.h>

using namespace xq;

namespace {

using namespace std::string_view_literals;

std::string encoded(std::string_view utf8, Encoding encoding) {
  auto out = encode(utf8, encoding);
  return out ? *std::move(out) : "error: " + out.error().message;
}

std::string text_of(std::string_view bytes, Encoding encoding) {
  return support::decode(bytes, encoding).text;
}

Encoding detected(std::string_view bytes) { return detect_encoding(bytes, true).encoding; }

constexpr std::string_view fffd = "\xEF\xBF\xBD";

} // namespace

TEST_CASE("encodings have names and aliases") {
  for (const auto e :
       {Encoding::utf8, Encoding::gb18030, Encoding::big5, Encoding::utf16le, Encoding::utf16be}) {
    CHECK(find_encoding(name(e)) == e);
  }
  CHECK(find_encoding("UTF8") == Encoding::utf8);
  CHECK(find_encoding("GBK") == Encoding::gb18030);
  CHECK(find_encoding("gb_2312") == Encoding::gb18030);
  CHECK(find_encoding("Big-5") == Encoding::big5);
  CHECK_FALSE(find_encoding("").has_value());
  CHECK_FALSE(find_encoding("utf").has_value());
  CHECK_FALSE(find_encoding("utf-32").has_value());
}

TEST_CASE("known bytes decode to known text") {
  CHECK(text_of("\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5", Encoding::gb18030) == "炮二平五");
  CHECK(text_of("\xAC\xB6\xA4\x47\xA5\xAD\xA4\xAD", Encoding::big5) == "炮二平五");
  // Second bytes that look like PGN: 四 A5 7C, 徐 AE 7D, 許 B3 5C.
  CHECK(text_of("\"\xA5\x7C\xAE\x7D\xB3\x5C\"]", Encoding::big5) == "\"四徐許\"]");
  CHECK(text_of("\xF9\xD8", Encoding::big5) == "裏"); // of the ETEN additions
  CHECK(text_of("\x81\x39\xEF\x30", Encoding::gb18030) == "㐁");
  CHECK(text_of("\x95\x32\x82\x36", Encoding::gb18030) == "\xF0\xA0\x80\x80"); // U+20000
  CHECK(text_of("\xAE\x70\x8C\x4E"sv, Encoding::utf16le) == "炮二");
  CHECK(text_of("\x70\xAE\xD8\x40\xDC\x00"sv, Encoding::utf16be) == "炮\xF0\xA0\x80\x80");
}

TEST_CASE("the usual code is written where two codes mean one character") {
  CHECK(encoded("十卅", Encoding::big5) == "\xA4\x51\xA4\xCA");
  CHECK(encoded("炮二平五", Encoding::big5) == "\xAC\xB6\xA4\x47\xA5\xAD\xA4\xAD");
  CHECK(encoded("炮８", Encoding::gb18030) == "\xC5\xDA\xA3\xB8");
  CHECK(encoded("炮", Encoding::utf16be) == "\x70\xAE");
  CHECK(encoded("炮", Encoding::utf8) == "炮");
}

TEST_CASE("a character that the encoding lacks is named") {
  const auto out = encode("许银川", Encoding::big5);
  REQUIRE_FALSE(out);
  CHECK(out.error().code == ProblemCode::bad_encoding);
  CHECK(out.error().message == "U+8BB8 is no character of big5");
  CHECK(out.error().token == "许");
  CHECK(encode("ab\xFF", Encoding::utf8).error().where.offset == 2);
  CHECK(encode("ab\xFF", Encoding::gb18030).error().where.offset == 2);
}

TEST_CASE("bad bytes are reported and syntax behind them stays") {
  const auto utf8 = support::decode("ab\xC5\xDA\"]炮", Encoding::utf8);
  CHECK(utf8.text == fmt::format("ab{}{}\"]炮", fffd, fffd));
  REQUIRE(utf8.bad.size() == 2);
  CHECK(utf8.bad[1].input_offset == 3);
  CHECK(utf8.bad[1].text_offset == 5);

  const auto big5 = support::decode("\xB3\"]\xAC\xB6", Encoding::big5); // 許 lost its second byte
  CHECK(big5.text == fmt::format("{}\"]炮", fffd));
  REQUIRE(big5.bad.size() == 1);
  CHECK(big5.bad[0].length == 1);

  const auto gb = support::decode("\x81\x30\x81x\xFF", Encoding::gb18030);
  CHECK(gb.text == fmt::format("{}0亁{}", fffd, fffd)); // 81 30 is no code, 81 78 is
  CHECK(gb.bad.size() == 2);

  const auto utf16 = support::decode("\x00\xD8\x41\x00\x42"sv, Encoding::utf16le);
  CHECK(utf16.text == fmt::format("{}A{}", fffd, fffd)); // a lone surrogate and half a unit
  CHECK(utf16.bad.size() == 2);
}

TEST_CASE("the end of the input ends a character") {
  const auto cut = support::decode("a\xE7\x82", Encoding::utf8);
  CHECK(cut.text == fmt::format("a{}{}", fffd, fffd));
  CHECK(cut.bad.size() == 2);
  CHECK(text_of("a\xAC", Encoding::big5) == fmt::format("a{}", fffd));
}

TEST_CASE("detection goes by mark and then by what the bytes allow") {
  CHECK(detected("") == Encoding::utf8);
  CHECK(detected("1. C2.5 h7+8") == Encoding::utf8);
  CHECK(detect_encoding("\xEF\xBB\xBF炮", true).mark_size == 3);
  CHECK(detect_encoding("\xFF\xFE\xAE\x70", true).encoding == Encoding::utf16le);
  CHECK(detect_encoding("\xFE\xFF\x70\xAE", true).encoding == Encoding::utf16be);
  CHECK(detected(encoded("[Event \"x\"]\n1. 炮二平五\n", Encoding::utf16le)) == Encoding::utf16le);
  CHECK(detected(encoded("[Event \"x\"]\n1. 炮二平五\n", Encoding::utf16be)) == Encoding::utf16be);
  CHECK(detected("1. 炮二平五\0 马8进7"sv) == Encoding::utf8); // a stray NUL
}

TEST_CASE("detection tells GB18030 from Big5 by the moves") {
  const std::string simplified = "[Red \"许银川\"]\n1. 炮二平五 马8进7 2. 马二进三 车9平8\n";
  const std::string traditional = "[Red \"許銀川\"]\n1. 炮二平五 馬8進7 2. 馬二進三 車9平8\n";
  CHECK(detected(encoded(simplified, Encoding::gb18030)) == Encoding::gb18030);
  CHECK(detected(encoded(traditional, Encoding::gb18030)) == Encoding::gb18030);
  CHECK(detected(encoded(traditional, Encoding::big5)) == Encoding::big5);
  // Headers alone, moves in WXF.
  CHECK(detected(encoded("[Red \"许银川\"]\n1. C2.5 H8+7", Encoding::gb18030)) ==
        Encoding::gb18030);
  CHECK(detected(encoded("[Red \"許銀川\"]\n1. C2.5 H8+7", Encoding::big5)) == Encoding::big5);
}

TEST_CASE("a few kilobytes settle what is UTF-8 and nothing else") {
  std::string text = "[Red \"許銀川\"]\n";
  CHECK(!settles_encoding(text));
  while (text.size() < 10'000) {
    text += "1. 炮二平五 馬8進7\n";
  }
  CHECK(settles_encoding(text));
  for (std::size_t cut = 1; cut < 4; ++cut) { // within a character
    CHECK(settles_encoding(std::string_view{text}.substr(0, text.size() - 20 - cut)));
  }
  for (const auto encoding : {Encoding::gb18030, Encoding::big5, Encoding::utf16le}) {
    INFO(name(encoding));
    CHECK(!settles_encoding(encoded(text, encoding)));
    CHECK(
        settles_encoding(fmt::format("{}{}", byte_order_mark(encoding), encoded(text, encoding))) ==
        !byte_order_mark(encoding).empty());
  }
  text[text.size() / 2] = '\xFF';
  CHECK(!settles_encoding(text));
  CHECK(!settles_encoding(std::string(100'000, 'a')));
}

TEST_CASE("a damaged byte does not turn UTF-8 into something else") {
  CHECK(detected("1. 炮二平五 马8进7 {\xFF} 2. 马二进三 车9平8") == Encoding::utf8);
  CHECK(detect_encoding("1. 炮二平五 \xE9\xA9", false).encoding == Encoding::utf8); // cut sample
}
