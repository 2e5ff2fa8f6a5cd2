#pragma once

#include "cli/options/option_set.hpp"

namespace xq::cli {

/// Look at all files that a command line names, before any of them is opened. Throws UsageError
/// when a file that is written is another file of the command, too (also by a link, or within a
/// folder that is read), and FileError when one that exists holds another kind than the option is
/// for. `force`: what is replaced may hold anything.
void check_files(const OptionSet& options, bool force);

/// Throws FileError when `path`, which is to be replaced by a file of that kind, holds another one.
void require_replaceable(const std::string& path, std::string_view kind);

} // namespace xq::cli
