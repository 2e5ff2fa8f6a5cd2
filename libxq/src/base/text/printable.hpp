#pragma once

#include "base/text/text.hpp"

#include <string>
#include <string_view>

namespace xq {

/// `text` as one line that a terminal can only show: control characters (tabs, line ends, escape
/// sequences and those of C1, too) and bytes that are no UTF-8 as \xNN. For everything that comes
/// from files, also their names, and goes to a terminal.
[[nodiscard]] inline std::string printable(std::string_view text) {
  return excerpt(text, std::string_view::npos);
}

/// The same, cut to `columns` of the terminal.
[[nodiscard]] std::string printable(std::string_view text, std::size_t columns);

} // namespace xq
