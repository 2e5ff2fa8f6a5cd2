#include "record/misread_text.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <xq/base/encoding.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace xq::record {

namespace {

/// Characters of headers about competitions. Both bytes of each are A1 or more in GB2312, so that
/// Big5 pairs them as GB2312 does, and what one became does not depend on its neighbours. The
/// reference archive has no text whose characters are all among those that these became but 1,568
/// Round headers.
constexpr std::string_view meant_characters =
    "第一二三四五六七八九十百零两轮局盘场关台组赛杯决半预冠亚季军名次全国象棋个人团体锦标大师"
    "邀请公开联甲乙丙级男女子省市县区年月日届循环加快慢进出线淘汰复初上下中阶段红黑先后手胜负和"
    "华东南西北京海江河山川湖广天地新老少青成儿童职业特际亚洲世界网络电视现代让马炮车兵卒士相仕"
    "帅将对弈双方得分排位争霸挑战最终总小外围资格选拔交流友谊表演指导盲战脑软件机擂王者精英元旦"
    "春节农民工运会员协主办承举行点时间规则每钟秒（），。、：《》“”－";

/// One of these is there where the text is about a competition; 遠壽, which 环关 became, may be a
/// name.
constexpr std::u32string_view telling_characters = U"第轮组赛棋";

/// At the place of what each became: what was meant, or 0.
std::vector<char16_t> make_meanings() {
  std::vector<char16_t> out(0x10000);
  for (auto rest = meant_characters; !rest.empty();) {
    const auto meant = decode_utf8(rest);
    const auto bytes = encode(rest.substr(0, meant.length), Encoding::gb18030);
    rest.remove_prefix(meant.length);
    std::string text;
    std::vector<BadBytes> bad;
    Decoder decoder{Encoding::big5};
    decoder.decode(*bytes, text, bad);
    decoder.finish(text, bad);
    const auto became = decode_utf8(text);
    if (bad.empty() && became.length == text.size() && became.value < out.size()) {
      out[became.value] = static_cast<char16_t>(meant.value);
    }
  }
  return out;
}

/// Characters of Windows-1252 at 80 to 9F, which other programs take for Latin-1's.
constexpr auto windows = std::to_array<std::pair<char32_t, unsigned char>>(
    {{0x20AC, 0x80}, {0x201A, 0x82}, {0x0192, 0x83}, {0x201E, 0x84}, {0x2026, 0x85}, {0x2020, 0x86},
     {0x2021, 0x87}, {0x02C6, 0x88}, {0x2030, 0x89}, {0x0160, 0x8A}, {0x2039, 0x8B}, {0x0152, 0x8C},
     {0x017D, 0x8E}, {0x2018, 0x91}, {0x2019, 0x92}, {0x201C, 0x93}, {0x201D, 0x94}, {0x2022, 0x95},
     {0x2013, 0x96}, {0x2014, 0x97}, {0x02DC, 0x98}, {0x2122, 0x99}, {0x0161, 0x9A}, {0x203A, 0x9B},
     {0x0153, 0x9C}, {0x017E, 0x9E}, {0x0178, 0x9F}});

/// U+0000 for a character that none of them became.
char32_t meant_by(char32_t c) {
  static const std::vector<char16_t> meanings = make_meanings();
  return c < meanings.size() ? meanings[c] : U'\0';
}

/// GB2312 that was read as Big5.
std::optional<std::string> of_big5(std::string_view text) {
  const auto whole = text;
  std::size_t ascii = 0; // most headers begin with it, or have nothing else
  while (ascii < text.size() && static_cast<unsigned char>(text[ascii]) < 0x80U) {
    ++ascii;
  }
  text.remove_prefix(ascii);
  bool certain = false;
  bool after_digit = ascii != 0 && is_digit(whole[ascii - 1]);
  while (!text.empty()) {
    const auto c = decode_utf8(text);
    const auto meant = c.value < 0x80 ? c.value : meant_by(c.value);
    if (meant == 0 || !c.valid) {
      return std::nullopt;
    }
    text.remove_prefix(c.length);
    const bool before_digit = !text.empty() && is_digit(text[0]);
    certain = certain || telling_characters.find(meant) != std::u32string_view::npos ||
              (meant == U'进' && after_digit && before_digit);
    after_digit = meant >= U'0' && meant <= U'9';
  }
  if (!certain) {
    return std::nullopt;
  }
  std::string out;
  for (text = whole; !text.empty();) {
    const auto c = decode_utf8(text);
    append_utf8(out, c.value < 0x80 ? c.value : meant_by(c.value));
    text.remove_prefix(c.length);
  }
  return out;
}

/// GB2312 that was read as Latin-1: letters beyond ASCII in pairs, each a common character, two of
/// them side by side. One of them must be where Big5 has none or rare ones, or both are possible.
std::optional<std::string> of_latin1(std::string_view text) {
  const auto bytes = latin1_bytes(text);
  if (!bytes) {
    return std::nullopt;
  }
  constexpr std::size_t telling_run = 4;
  constexpr unsigned first_common = 0xB0;
  constexpr unsigned last_common = 0xD7; // of GB2312, leads of its first level
  constexpr unsigned last_of_big5 = 0xC6;
  std::size_t run = 0;
  std::size_t longest = 0;
  bool is_unique = false;
  for (std::size_t i = 0; i < bytes->size();) {
    const auto byte = [&](std::size_t at) {
      return at < bytes->size() ? static_cast<unsigned char>((*bytes)[at]) : 0U;
    };
    if (byte(i) < 0x80) {
      run = 0;
      ++i;
      continue;
    }
    if (byte(i) < first_common || byte(i) > last_common || byte(i + 1) < 0xA1) {
      return std::nullopt;
    }
    is_unique = is_unique || byte(i) > last_of_big5;
    run += 2;
    longest = std::max(longest, run);
    i += 2;
  }
  if (longest < telling_run || !is_unique) {
    return std::nullopt;
  }
  std::string out;
  std::vector<BadBytes> bad;
  Decoder decoder{Encoding::gb18030};
  decoder.decode(*bytes, out, bad);
  decoder.finish(out, bad);
  return bad.empty() ? std::optional{std::move(out)} : std::nullopt;
}

} // namespace

std::optional<std::string> latin1_bytes(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto c = decode_utf8(text);
    text.remove_prefix(c.length);
    const auto* const found = std::find_if(windows.begin(), windows.end(),
                                           [&](const auto& w) { return w.first == c.value; });
    if (found != windows.end()) {
      out += static_cast<char>(found->second);
    } else if (c.value <= 0xFF) {
      out += static_cast<char>(c.value);
    } else {
      return std::nullopt;
    }
  }
  return out;
}

std::optional<std::string> mend_misread_text(std::string_view text) {
  const auto first = std::find_if(text.begin(), text.end(),
                                  [](char c) { return static_cast<unsigned char>(c) >= 0x80U; });
  if (first == text.end()) {
    return std::nullopt;
  }
  return *first == '\xC2' || *first == '\xC3' ? of_latin1(text) : of_big5(text);
}

} // namespace xq::record
