#pragma once

#include <string>

namespace xq::cli {

/// Remove the unfinished files that AtomicFile left beside `path`, or of a folder `path` in it,
/// when processes were killed. Files that somebody still writes, here or on another machine, and
/// what cannot be removed, stay.
void remove_stale_files(const std::string& path) noexcept;

} // namespace xq::cli
