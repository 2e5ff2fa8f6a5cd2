#pragma once

#include <xq/record/aliases.hpp>

#include <string>

namespace xq::cli {

/// The alias file at `path` (`-`: stdin), in UTF-8 or marked UTF-16. What is wrong with its lines
/// goes to stderr, and then this throws FileError, as when it cannot be read.
[[nodiscard]] record::Aliases read_alias_file(const std::string& path);

} // namespace xq::cli
