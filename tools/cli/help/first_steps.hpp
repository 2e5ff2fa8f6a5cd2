#pragma once

#include <string>
#include <vector>

namespace xq::cli {

/// `xq --help`: what people come for with a command for each, then the names of all tools; 24 lines
/// for a terminal.
[[nodiscard]] std::string overview_by_task();

/// `xq` alone: the first line of the overview and five commands to try, which fit the files of the
/// current folder where it has games, databases or books. Looks at no more than 200 of its entries,
/// and into no folder below.
[[nodiscard]] std::string first_steps();

/// Up to five commands that fit these files, each with a line that says what it does; nothing where
/// none is known.
[[nodiscard]] std::string steps_for(const std::vector<std::string>& files);

} // namespace xq::cli
