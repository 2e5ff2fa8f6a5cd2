#pragma once

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace xq::cli {

/// Write lines to stderr, what a terminal would act upon shown as \xNN. Never fails: errors of
/// stderr are ignored.
void talk_lines(std::string_view lines) noexcept;

/// Write a message to stderr, in the chosen language.
template <typename... T>
void talk(fmt::format_string<T...> format, T&&... values) {
  talk_lines(localized(format, std::forward<T>(values)...));
}

/// Write to stdout, in the encoding of the terminal when it is one. Errors are found by
/// flush_stdout().
void print_lines(std::string_view lines);

/// Write an answer for people to stdout, in the chosen language.
template <typename... T>
void print_text(fmt::format_string<T...> format, T&&... values) {
  print_lines(localized(format, std::forward<T>(values)...));
}

/// Columns for what is written to stdout: those of the terminal, at least 40; 80 elsewhere.
[[nodiscard]] std::size_t screen_columns() noexcept;
/// Columns for tables of reports: screen_columns(), or npos where stdout is no terminal.
[[nodiscard]] std::size_t table_columns() noexcept;
/// Columns for running text and help, which is hard to read in long lines: at most 80.
[[nodiscard]] std::size_t text_columns() noexcept;

/// A name for a table: printable(), cut to `columns` of the terminal.
[[nodiscard]] std::string cell(std::string_view text, std::size_t columns = std::string::npos);

} // namespace xq::cli
