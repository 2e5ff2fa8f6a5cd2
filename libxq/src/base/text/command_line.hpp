#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xq {

/// The words of a command line: blanks separate, '...' and "..." hold together. A backslash takes
/// the next character as it is, except on Windows, where it stands between folders and only `\"` is
/// a quotation mark. No shell sees it. Throws UsageError for an open quote or no word.
[[nodiscard]] std::vector<std::string> split_command(std::string_view command);

/// A word as POSIX shells read it, in '...' where it must be: the same on every system, for what is
/// kept in files. (os::shell_word() is for the shell of the system.)
[[nodiscard]] std::string quoted_word(std::string_view text);

} // namespace xq
