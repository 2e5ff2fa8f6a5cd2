#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xq {

/// The words of a command line: blanks separate, '...' and "..." hold together. A backslash takes
/// the next character as it is, except on Windows, where it stands between folders and only `\"` is
/// a quotation mark. No shell sees it. Throws UsageError for an open quote or no word.
[[nodiscard]] std::vector<std::string> split_command(std::string_view command);

} // namespace xq
