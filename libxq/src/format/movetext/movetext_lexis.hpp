#pragma once

#include "format/shared/slice.hpp"

#include <xq/base/text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

/// The smallest parts of movetext, shared by the reader and its look-ahead. All of them look at the
/// front of a text and keep nothing.
namespace xq::format {

/// Words that stand after a move and say nothing that the position does not.
inline constexpr auto decorations = std::to_array<std::string_view>(
    {"将军", "將軍", "绝杀", "絕殺", "将死", "將死", "吃", "杀", "殺", "照将", "叫杀"});

/// The first byte of U+4000 to U+9FFF in UTF-8.
[[nodiscard]] constexpr bool is_ideograph_lead(char c) noexcept {
  return c >= '\xE4' && c <= '\xE9';
}

/// Length of a dot in any of its shapes at the front of `text`; `dots` gets how many it stands for.
[[nodiscard]] inline std::size_t dot_length(std::string_view text, int& dots) noexcept {
  if (text.starts_with('.')) {
    dots = 1;
    return 1;
  }
  if (text.starts_with("…")) {
    dots = 3;
    return 3;
  }
  dots = 1;
  return text.starts_with("．") || text.starts_with("。") || text.starts_with("、") ? 3 : 0;
}

/// Length of the digit at the front, ASCII or full-width, with its value; 0 when there is none.
[[nodiscard]] inline std::size_t digit_length(std::string_view text, int& value) noexcept {
  if (text.empty()) {
    return 0;
  }
  if (text[0] >= '0' && text[0] <= '9') {
    value = text[0] - '0';
    return 1;
  }
  if (text.size() >= 3 && text[0] == '\xEF' && text[1] == '\xBC') {
    const int digit = static_cast<unsigned char>(text[2]) - 0x90;
    if (digit >= 0 && digit <= 9) {
      value = digit;
      return 3;
    }
  }
  return 0;
}

/// A line of `====` after which only prose follows.
[[nodiscard]] inline bool is_footer_line(std::string_view line) noexcept {
  return line.starts_with("====");
}

/// `12. ` and nothing like a result: the commonest form of a number, recognised at once.
[[nodiscard]] inline bool is_plain_number(std::string_view text) noexcept {
  std::size_t i = 0;
  while (i < text.size() && text[i] >= '0' && text[i] <= '9') {
    ++i;
  }
  return i + 1 < text.size() && text[i] == '.' && (text[i + 1] < '0' || text[i + 1] > '9');
}

/// Punctuation between moves that carries no meaning.
[[nodiscard]] inline std::size_t separator_length(std::string_view text) noexcept {
  constexpr auto marks = std::to_array<std::string_view>({"，", "。", "、", "；", "．", "："});
  for (const auto mark : marks) {
    if (text.starts_with(mark)) {
      return mark.size();
    }
  }
  return 0;
}

[[nodiscard]] constexpr bool ends_token(char c) noexcept {
  switch (c) {
  case ' ':
  case '\t':
  case '\r':
  case '\n':
  case '{':
  case '}':
  case '(':
  case ')':
  case '[':
  case ']':
  case ';':
  case '$':
  case '!':
  case '?':
  case ',':
    return true;
  default:
    return false;
  }
}

/// The text up to the next blank, bracket, glyph or mark. Never empty unless `text` is.
[[nodiscard]] inline std::string_view token_at(std::string_view text) noexcept {
  std::size_t i = 0;
  while (i < text.size() && !ends_token(text[i])) {
    const auto rest = text.substr(i);
    if (static_cast<unsigned char>(text[i]) >= 0xE2U &&
        (blank_length(rest) != 0 || separator_length(rest) != 0)) {
      break;
    }
    ++i;
  }
  return text.substr(0, std::max<std::size_t>(i, text.empty() ? 0 : decode_utf8(text).length));
}

/// h2e2 and nothing else, as in `[a-i][0-9][a-i][0-9]`.
[[nodiscard]] inline bool is_square_move(std::string_view text) noexcept {
  const auto file = [](char c) { return c >= 'a' && c <= 'i'; };
  const auto rank = [](char c) { return c >= '0' && c <= '9'; };
  return text.size() >= 4 && file(text[0]) && rank(text[1]) && file(text[2]) && rank(text[3]);
}

/// `33.4 ` and nothing more: a pawn of the rules of 1997, though it begins like a move number.
[[nodiscard]] inline bool is_index_move(std::string_view text) noexcept {
  const auto digit = [&](std::size_t i) { return text[i] >= '1' && text[i] <= '9'; };
  return text.size() >= 4 && digit(0) && digit(1) && text[2] == '.' && digit(3) &&
         (text.size() == 4 || ends_token(text[4]));
}

/// `++.4` or `--+1`: the first or last of four or five pawns to the rules of 1997.
[[nodiscard]] inline bool is_double_sign_move(std::string_view text) noexcept {
  return text.size() >= 4 && (text[0] == '+' || text[0] == '-') && text[1] == text[0] &&
         (text[2] == '.' || text[2] == '=' || text[2] == '+' || text[2] == '-') && text[3] >= '1' &&
         text[3] <= '9';
}

} // namespace xq::format
