#pragma once

#include <cstddef>
#include <string_view>

namespace xq::format {

/// `value` with one more digit; beyond nine digits it stays there.
[[nodiscard]] constexpr int with_digit(int value, int digit) noexcept {
  constexpr int most_number = 999'999'999;
  return value > most_number / 10 ? most_number : value * 10 + digit;
}

/// Length of a dot in any of its shapes at the front of `text`; `dots` gets how many it stands for.
[[nodiscard]] inline std::size_t dot_length(std::string_view text, int& dots) noexcept {
  dots = text.starts_with("…") ? 3 : 1;
  if (text.starts_with('.')) {
    return 1;
  }
  return dots == 3 || text.starts_with("．") || text.starts_with("。") || text.starts_with("、")
             ? 3
             : 0;
}

/// Whether the text behind the digits may begin with one of number_mark_length()'s signs: a quick
/// test, since nearly always a point, a blank or the end of the line stands there.
[[nodiscard]] inline bool may_end_number(std::string_view text) noexcept {
  if (text.empty() || text[0] == ' ' || text[0] == '\n') {
    return false;
  }
  return text[0] != '.' || text.starts_with(".)") || text.starts_with(".）");
}

/// The sign that ends a number before a move, as in `1-炮二平五`; 0 when there is none.
[[nodiscard]] std::size_t number_mark_length(std::string_view text) noexcept;

/// `Round 12:`, `Move 12.`, `No. 12`, `#12`: words of English before a number.
[[nodiscard]] std::size_t named_number_length(std::string_view text, int& value) noexcept;

/// Length of a move number at the front of `text` in other dress than `12.`, with what ends it:
/// `(1)`, `1)`, `①`, `第1回合`; 0 when there is none. `value` becomes the number.
[[nodiscard]] std::size_t dressed_number_length(std::string_view text, int& value) noexcept;

/// Length of a move number of any kind at the front of `text`, with the dots and blanks that end it
/// (`12.`, `１２、`, `①`); of 十二 alone, too. 0 when there is none; `value` becomes the number.
[[nodiscard]] std::size_t number_length(std::string_view text, int& value) noexcept;

/// The number 1 of Red's move, and then a move.
[[nodiscard]] bool begins_with_first_move(std::string_view line) noexcept;

} // namespace xq::format
