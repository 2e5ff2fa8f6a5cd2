#include "record/misread_text.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <xq/base/encoding.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace xq::record {

namespace {

/// Of headers about competitions. Both bytes of each are A1 or more in GB2312, so that Big5 pairs
/// them as GB2312 does, and what one became does not depend on its neighbours. The reference
/// archive has no text whose characters are all among those that these became but 1,568 Round
/// headers.
constexpr std::string_view meant_characters =
    "第一二三四五六七八九十百零两轮局盘场关台组赛杯决半预冠亚季军名次全国象棋个人团体锦标大师"
    "邀请公开联甲乙丙级男女子省市县区年月日届循环加快慢进出线淘汰复初上下中阶段红黑先后手胜负和"
    "华东南西北京海江河山川湖广天地新老少青成儿童职业特际亚洲世界网络电视现代让马炮车兵卒士相仕"
    "帅将对弈双方得分排位争霸挑战最终总小外围资格选拔交流友谊表演指导盲战脑软件机擂王者精英元旦"
    "春节农民工运会员协主办承举行点时间规则每钟秒（），。、：《》“”－";

/// One of these is there where the text is about a competition; 遠壽, which 环关 became, may be a
/// name.
constexpr std::u32string_view telling_characters = U"第轮组赛棋";

using Pair = std::pair<char32_t, char32_t>;

/// What each became and what was meant, in the order of the first.
std::vector<Pair> make_pairs() {
  std::vector<Pair> out;
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
    if (bad.empty() && became.length == text.size()) {
      out.emplace_back(became.value, meant.value);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// U+0000 for a character that none of them became.
char32_t meant_by(char32_t c) {
  static const std::vector<Pair> pairs = make_pairs();
  const auto found = std::lower_bound(pairs.begin(), pairs.end(), Pair{c, 0});
  return found != pairs.end() && found->first == c ? found->second : 0;
}

} // namespace

std::optional<std::string> mend_misread_text(std::string_view text) {
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

} // namespace xq::record
