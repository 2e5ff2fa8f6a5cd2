#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace xq {

/// `c`, an ASCII capital as the small letter; any other byte is returned as it is, whatever the
/// locale.
[[nodiscard]] constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// `text` with lower() of each byte.
[[nodiscard]] inline std::string lower(std::string_view text) {
  std::string out{text};
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return lower(c); });
  return out;
}

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
/// Digits, at least one, and nothing else.
[[nodiscard]] constexpr bool is_number(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

/// Whether the two differ at most in the case of an ASCII letter.
[[nodiscard]] constexpr bool equal_ignoring_case(char a, char b) noexcept {
  return a == b || lower(a) == lower(b);
}

/// Whether the two differ at most in the case of ASCII letters.
[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return equal_ignoring_case(x, y);
         });
}

} // namespace xq
