#pragma once

#include <string>

namespace xq::cli {

/// Remove the unfinished files that AtomicFile left beside `path` when processes of this machine
/// were killed, `.NAME.PID-N.tmp`: for runs that may be killed often and write much. Files of
/// processes that live, and what cannot be removed, stay.
void remove_stale_files(const std::string& path) noexcept;

} // namespace xq::cli
