#pragma once

#include <fmt/core.h>

#include <concepts>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>

// Texts made of values. Both functions exist for the compiler's sake: fmt::format_to() and
// fmt::join() compile a copy of fmt's formatter into each source that calls them, 1 to 2 s a source
// (tests/style/layers_test.cpp forbids them).
namespace xq {

/// append_format() with the values as one argument.
void vappend_format(std::string& out, fmt::string_view format, fmt::format_args values);

/// Append what fmt::format() returns to `out`.
template <typename... T>
void append_format(std::string& out, fmt::format_string<T...> format, T&&... values) {
  vappend_format(out, format, fmt::make_format_args(values...));
}

/// The texts or integers of a range with `separator` between them.
template <std::ranges::input_range Range>
[[nodiscard]] std::string join(Range&& values, std::string_view separator) {
  std::string out;
  bool first = true;
  for (const auto& value : values) {
    if (!first) {
      out += separator;
    }
    first = false;
    if constexpr (std::integral<std::remove_cvref_t<decltype(value)>>) {
      out += std::to_string(value);
    } else {
      out += std::string_view{value};
    }
  }
  return out;
}

} // namespace xq
