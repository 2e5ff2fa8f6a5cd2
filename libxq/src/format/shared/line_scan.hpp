#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xq::format {

/// Whole lines at the front of a text.
struct LineRun {
  std::size_t bytes = 0;
  std::uint64_t count = 0;
};

/// The lines that begin with a digit, but not with the number 1, and have no `{` and no `[`, up to
/// the first other one. May end early; asked again from there it goes on. The same is true of
/// header_lines().
[[nodiscard]] LineRun numbered_lines(std::string_view text) noexcept;

/// The lines that are one header each, in its usual form `[Name "value"]`, whose name begins with
/// another character than `first`.
[[nodiscard]] LineRun header_lines(std::string_view text, char first) noexcept;

/// A character of a header's name.
[[nodiscard]] constexpr bool is_name_character(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

} // namespace xq::format
