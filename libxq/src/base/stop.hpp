#pragma once

namespace xq {

/// Ask long work of this process to stop, once and for all. May be called by a signal handler.
void request_stop() noexcept;
/// Whether request_stop() was called. Thread-safe.
[[nodiscard]] bool stop_requested() noexcept;

} // namespace xq
