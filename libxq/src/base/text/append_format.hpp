#pragma once

#include <fmt/core.h>

#include <string>

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

} // namespace xq
