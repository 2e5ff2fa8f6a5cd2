#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace xq::cli {

/// Write lines to stderr, what a terminal would act upon shown as \xNN. Never fails: errors of
/// stderr are ignored.
void talk_lines(std::string_view lines) noexcept;

template <typename... T>
void talk(fmt::format_string<T...> format, T&&... values) {
  talk_lines(fmt::format(format, std::forward<T>(values)...));
}

/// A name for a table: printable(), cut to `columns` of the terminal.
[[nodiscard]] std::string cell(std::string_view text, std::size_t columns = std::string::npos);

} // namespace xq::cli
