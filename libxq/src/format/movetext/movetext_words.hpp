#pragma once

#include "base/text/ascii.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace xq::format {

/// The first byte of U+4000 to U+9FFF in UTF-8.
[[nodiscard]] constexpr bool is_ideograph_lead(char c) noexcept {
  return c >= '\xE4' && c <= '\xE9';
}

/// Length of the first of `words` that `text` begins with; 0 when there is none.
template <std::size_t size>
std::size_t length_of_any(const std::array<std::string_view, size>& words,
                          std::string_view text) noexcept {
  const auto* const found = std::find_if(words.begin(), words.end(),
                                         [&](std::string_view w) { return text.starts_with(w); });
  return found == words.end() ? 0 : found->size();
}

/// Length of the digit at the front, ASCII or full-width, with its value; 0 when there is none.
[[nodiscard]] inline std::size_t digit_length(std::string_view text, int& value) noexcept {
  if (!text.empty() && is_digit(text[0])) {
    value = text[0] - '0';
    return 1;
  }
  if (text.size() >= 3 && text[0] == '\xEF' && text[1] == '\xBC') {
    value = static_cast<unsigned char>(text[2]) - 0x90;
    return value >= 0 && value <= 9 ? 3 : 0;
  }
  return 0;
}

/// A blank, bracket, glyph or mark: what ends a word.
[[nodiscard]] bool ends_word(char c) noexcept;

/// The text up to the next blank, bracket, glyph or mark. Never empty unless `text` is.
[[nodiscard]] std::string_view word_at(std::string_view text) noexcept;

/// A quote of a program, which encloses each move of a list.
[[nodiscard]] inline bool is_quote(std::string_view text) noexcept {
  return text.starts_with('"') || text.starts_with('\'');
}

/// Nothing but a sign that others write where a move number may stand: `→`, `->`, `“`.
[[nodiscard]] std::size_t separator_length(std::string_view text) noexcept;

/// A bracket of a Chinese keyboard at the front; 0 when there is none.
[[nodiscard]] std::size_t wide_bracket_length(std::string_view text) noexcept;

/// A glyph of a Chinese keyboard at the front, whose number becomes `nag`; 0 when there is none.
[[nodiscard]] std::size_t wide_glyph_length(std::string_view text, int& nag) noexcept;

/// Length of a line that a page or a letter has around a game, `[pgn]`, `[/pgn]` or ```` ``` ````;
/// 0 when `text` begins with no such line.
[[nodiscard]] std::size_t frame_length(std::string_view text) noexcept;

/// Length of the signs before the first move of a line that was copied: `> ` of a letter, `['` of a
/// list in a program, `「`.
[[nodiscard]] std::size_t leading_signs_length(std::string_view line) noexcept;

/// Length of `红：` or `Black:` where a move follows, up to that move; 0 when there is none.
[[nodiscard]] std::size_t side_label_length(std::string_view text) noexcept;

/// The word at the front has the form of a move, or begins with one of four characters.
[[nodiscard]] bool begins_with_move(std::string_view text) noexcept;

/// A move in letters of Vietnamese: `M8.7`.
[[nodiscard]] bool begins_with_vietnamese_move(std::string_view text) noexcept;

/// `Pháo 2 bình 5`, `Xe trước tiến 1`, `tuong 5/1`: a move in words of Vietnamese, four of them at
/// most; 0 when there is none.
[[nodiscard]] std::size_t spelled_move_length(std::string_view text) noexcept;

/// A word of a sentence, an address or a date, and no move.
[[nodiscard]] bool is_prose(std::string_view word) noexcept;

/// Words of a sentence in Vietnamese, up to the end of the line or to a move; 0 when there are
/// none.
[[nodiscard]] std::size_t vietnamese_prose_length(std::string_view text) noexcept;

/// The last word of `line` is a result.
[[nodiscard]] bool ends_with_result(std::string_view line) noexcept;

/// A line of `====`, after which only prose follows.
[[nodiscard]] inline bool is_footer_line(std::string_view line) noexcept {
  return line.starts_with("====");
}

} // namespace xq::format
