#pragma once

#include <string>
#include <vector>

namespace xq::os {

/// The words of the command line in UTF-8, the program first. The shells of Windows leave it to the
/// programs to replace `*.pgn` by the names of the files: here that is done where there is one, in
/// the order of their names. What begins with `-` stays as it is.
[[nodiscard]] std::vector<std::string> arguments(int count, const char* const* words);

} // namespace xq::os
