#include "base/text/text.hpp"

#include <xq/record/result.hpp>

#include <algorithm>
#include <array>

namespace xq::record {
namespace {

struct Word {
  std::u32string_view text;
  Result result;
};
/// In the simplified script, half width, without blanks.
constexpr auto words = std::to_array<Word>({
    {U"1-0", Result::red_wins},
    {U"胜", Result::red_wins},
    {U"先胜", Result::red_wins},
    {U"红胜", Result::red_wins},
    {U"红先胜", Result::red_wins},
    {U"红方胜", Result::red_wins},
    {U"红方先胜", Result::red_wins},
    {U"黑负", Result::red_wins},
    {U"黑方负", Result::red_wins},
    {U"红胜黑负", Result::red_wins},
    {U"胜负", Result::red_wins},
    {U"0-1", Result::black_wins},
    {U"负", Result::black_wins},
    {U"先负", Result::black_wins},
    {U"后胜", Result::black_wins},
    {U"黑胜", Result::black_wins},
    {U"黑方胜", Result::black_wins},
    {U"红负", Result::black_wins},
    {U"红先负", Result::black_wins},
    {U"红方负", Result::black_wins},
    {U"红负黑胜", Result::black_wins},
    {U"负胜", Result::black_wins},
    {U"1/2-1/2", Result::draw},
    {U"1/2", Result::draw},
    {U"½-½", Result::draw},
    {U"0.5-0.5", Result::draw},
    {U"和", Result::draw},
    {U"先和", Result::draw},
    {U"红先和", Result::draw},
    {U"和棋", Result::draw},
    {U"和局", Result::draw},
    {U"平", Result::draw},
    {U"平局", Result::draw},
    {U"平手", Result::draw},
    {U"双方和", Result::draw},
    {U"双方和棋", Result::draw},
    {U"*", Result::unknown},
    {U"?", Result::unknown},
    {U"0-0", Result::unknown},
    {U"未知", Result::unknown},
    {U"不明", Result::unknown},
    {U"未完", Result::unknown},
});

constexpr std::size_t longest =
    std::max_element(words.begin(), words.end(), [](const Word& a, const Word& b) {
      return a.text.size() < b.text.size();
    })->text.size();

constexpr char32_t plain(char32_t c) noexcept {
  switch (c) {
  case U'勝':
  case U'赢':
  case U'贏':
    return U'胜';
  case U'負':
  case U'输':
  case U'輸':
    return U'负';
  case U'紅':
    return U'红';
  case U'雙':
    return U'双';
  case U'後':
    return U'后';
  case U'：':
  case U':':
  case U'－':
  case U'–':
  case U'—':
  case U'−':
    return U'-';
  default:
    return c >= U'！' && c <= U'～' ? c - (U'！' - U'!') : c;
  }
}

/// Blanks and zero-width characters.
constexpr bool is_nothing(char32_t c) noexcept {
  return c <= U' ' || c == U'\u00A0' || c == U'\u3000' || (c >= U'\u200B' && c <= U'\u200F') ||
         c == U'\u2060' || c == U'\uFEFF';
}

/// Most words among the moves are moves, and no result begins with a letter or a sign.
constexpr bool may_begin(char c) noexcept {
  return static_cast<unsigned char>(c) >= 0x80U || c <= ' ' || c == '0' || c == '1' || c == '*' ||
         c == '?';
}

} // namespace

std::optional<Result> find_result(std::string_view text) noexcept {
  if (text.empty()) {
    return Result::unknown;
  }
  for (const auto result : {Result::red_wins, Result::black_wins, Result::draw, Result::unknown}) {
    if (text == to_text(result)) {
      return result;
    }
  }
  if (!may_begin(text[0])) {
    return std::nullopt;
  }
  std::array<char32_t, longest> characters{};
  std::size_t count = 0;
  while (!text.empty()) {
    const CodePoint c = decode_utf8(text);
    text.remove_prefix(c.length);
    if (is_nothing(c.value)) {
      continue;
    }
    if (count == longest) {
      return std::nullopt;
    }
    characters[count++] = plain(c.value);
  }
  const std::u32string_view word{characters.data(), count};
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.text == word; });
  return found == words.end() ? std::nullopt : std::optional{found->result};
}

} // namespace xq::record
