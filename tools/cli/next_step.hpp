#pragma once

#include "base/os/desktop.hpp"
#include "command.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// Whether somebody reads what a run says at its end: stderr is a terminal, and neither --quiet nor
/// --json is given.
[[nodiscard]] bool is_watched(const GlobalOptions& global);

/// The last line of a run for people: `xq: next: FIRST`, or `xq: next: FIRST; or SECOND`. Nothing
/// unless is_watched().
void say_next(const GlobalOptions& global, const std::string& first,
              const std::string& second = {});

using os::shell_word;
/// Several such words; of many the first and `...`.
[[nodiscard]] std::string shell_words(const std::vector<std::string>& words);

/// `path` with another ending, for a command that makes a file: games.xqdb -> games.xqbook.
[[nodiscard]] std::string with_ending(const std::string& path, std::string_view ending);

} // namespace xq::cli
