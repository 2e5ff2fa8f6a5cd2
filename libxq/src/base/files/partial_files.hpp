#pragma once

#include <string>

namespace xq {

// Files on their way to their names: how they are called until they are complete, and how those
// that killed processes left behind are found. A file for NAME is `.NAME.PID-N.tmp` in the same
// folder: rename() cannot leave a file system, and a folder that is read as input does not show
// hidden files. SQLite's journal of it has the suffix `-journal`. Its writer holds
// os::File::try_lock_behind_end().

/// The N-th name for a file that this process writes for `target`.
[[nodiscard]] std::string partial_path(const std::string& target, int n);

/// For messages: NAME with its folder where `path` is a name that partial_path() makes, else
/// `path`.
[[nodiscard]] std::string target_of(const std::string& path);

/// Wait until the disk has the names in the folder of `path`, where the file system can do that.
void sync_folder_of(const std::string& path) noexcept;

/// Remove the partial files beside `path`, or, of a folder `path`, those in it, whose processes are
/// gone. Those that a process still writes, here or on another machine, and those that cannot be
/// removed stay.
void remove_stale_files(const std::string& path) noexcept;

} // namespace xq
