#pragma once

#include "cli/options/option_set.hpp"

#include <span>
#include <string>
#include <string_view>

namespace xq::cli {

/// Look at all files that a command line names, before any of them is opened. Throws UsageError
/// when a file that is written is another file of the command, too (also by a link, or within a
/// folder that is read), and FileError when one that exists holds another kind than the option is
/// for. `force`: what is replaced may hold anything.
void check_files(const OptionSet& options, bool force);

/// Throws FileError when `path`, which is to be replaced by a file of that kind, holds another one.
void require_replaceable(const std::string& path, std::string_view kind);

/// Throws FileError, with what to do, when `path` is a file of a kind that holds no games. `name`:
/// of the argument.
void require_games(const std::string& path, const std::string& name);

/// Throws FileError when a word that is to be a position, a move or a name is the path of a file
/// with games, a database or a book, and says which command shows it.
void refuse_files(std::span<const std::string> words);

} // namespace xq::cli
