#pragma once

#include <concepts>
#include <ranges>
#include <string>
#include <string_view>

namespace xq {

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
