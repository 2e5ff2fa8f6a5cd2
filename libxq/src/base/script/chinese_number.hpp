#pragma once

#include <algorithm>
#include <string_view>

namespace xq {

/// The digit that `c` shows in ASCII, full width or Chinese; 10 for 十, -1 for another character.
[[nodiscard]] constexpr int chinese_digit(char32_t c) noexcept {
  constexpr std::u32string_view chinese = U"〇一二三四五六七八九十";
  if (c >= U'0' && c <= U'9') {
    return static_cast<int>(c - U'0');
  }
  if (c >= U'０' && c <= U'９') {
    return static_cast<int>(c - U'０');
  }
  const auto at = chinese.find(c);
  return at == std::u32string_view::npos ? -1 : static_cast<int>(at);
}

/// The number of digits alone: 十二 is 12, 二十 is 20, 12 is 12; 0 for none below 1000.
[[nodiscard]] constexpr int chinese_number(std::u32string_view digits) noexcept {
  int sum = 0;
  int last = -1;
  for (const char32_t c : digits) {
    const int d = chinese_digit(c);
    if (d < 0) {
      return 0;
    }
    if (d == 10) {
      sum = std::max(last, 1) * 10;
      last = -1;
    } else {
      sum += last < 0 ? d : sum * 9 + d;
      last = d;
    }
    if (sum > 999) {
      return 0;
    }
  }
  return sum;
}

} // namespace xq
