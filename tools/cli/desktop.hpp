#pragma once

#include <functional>
#include <string>
#include <vector>

namespace xq::cli {

/// Whether the program was started without a command line: by a double click, or by dropping the
/// files that `arguments` name on it. The window that shows what it says closes when it ends.
[[nodiscard]] bool is_from_desktop(const std::vector<std::string>& arguments);

/// The command lines for files that were dropped: games and folders are verified, and so are
/// databases; of books their contents are shown.
[[nodiscard]] std::vector<std::vector<std::string>>
commands_for(const std::vector<std::string>& files);

/// Say what xq is, or run commands_for() by `run` and say what more can be done with the files;
/// then wait until the user has read it. The highest exit status.
[[nodiscard]] int run_from_desktop(const std::vector<std::string>& files,
                                   const std::function<int(std::vector<std::string>)>& run);

} // namespace xq::cli
