#pragma once

#include <fmt/core.h>

#include <concepts>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>

namespace xq {

/// append_format() with the values as one argument; compiled once.
void vappend_format(std::string& out, fmt::string_view format, fmt::format_args values);

/// fmt::format() at the end of `out`. Unlike fmt::format_to(std::back_inserter(out), ...) it needs
/// fmt/core.h alone and compiles no formatter into the caller: 1 to 2 s of compiler time a source
/// (tests/style forbids that one).
template <typename... T>
void append_format(std::string& out, fmt::format_string<T...> format, T&&... values) {
  vappend_format(out, format, fmt::make_format_args(values...));
}

/// The texts or integers of a range, one after the other with `separator` between them. fmt::join()
/// would compile a formatter into each caller.
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
