#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xq {

/// U+FFFD, what a reader shows for bytes that are not text.
inline constexpr char32_t replacement_character = 0xFFFD;

/// One decoded character and the number of bytes it took (1 for an invalid byte, shown as U+FFFD).
struct CodePoint {
  char32_t value = 0;
  std::uint8_t length = 0;
  bool valid = true;
};

/// The first character of `text`, which must not be empty. Strict UTF-8: overlong forms, surrogates
/// and values above U+10FFFF are invalid.
[[nodiscard]] CodePoint decode_utf8(std::string_view text) noexcept;

/// Append `c` as UTF-8.
void append_utf8(std::string& out, char32_t c);

/// Offset of the first byte that is not valid UTF-8, or npos. Fast on ASCII and on long text.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view text) noexcept;

/// Number of characters (code points; an invalid byte counts as one).
[[nodiscard]] std::size_t count_characters(std::string_view text) noexcept;

/// Columns on a terminal: 2 for East Asian wide and full-width characters, 0 for combining ones.
[[nodiscard]] std::size_t display_width(std::string_view text) noexcept;

/// `text` padded with spaces on the right to `width` terminal columns.
[[nodiscard]] std::string pad_right(std::string_view text, std::size_t width);

/// At most `bytes` of `text`, cut between characters, control characters shown as \xNN, with "..."
/// where something was left out: safe to put into a message.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t bytes = 200);

/// `text` without blanks, tabs, line ends and U+3000 at both ends.
[[nodiscard]] std::string_view trim(std::string_view text) noexcept;

/// Append `text` as a JSON string with its quotes; invalid UTF-8 becomes U+FFFD.
void append_json(std::string& out, std::string_view text);

} // namespace xq
