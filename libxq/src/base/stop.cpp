#include "base/stop.hpp"

#include <atomic>

namespace xq {

namespace {

// One for the process, as a signal is; an atomic without locks is all that a handler may touch.
std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);

} // namespace

void request_stop() noexcept { stop.store(true, std::memory_order_relaxed); }
bool stop_requested() noexcept { return stop.load(std::memory_order_relaxed); }

} // namespace xq
