#pragma once

namespace support {

/// How many threads this process has started so far; 0 where nobody counts (see
/// started_threads.cpp).
int started_threads();

} // namespace support
