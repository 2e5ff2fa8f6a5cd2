#pragma once

#include <system_error>

namespace xq::os {

/// Call `handler` at the first signal that asks the process to stop (SIGINT, SIGTERM; not where it
/// is ignored, as under nohup). One that comes more than two seconds later ends the process; an
/// earlier one is the same request (`timeout` signals its child and then the whole group). Blocking
/// reads return at the first one. `handler` runs as a signal handler. Broken pipes are errors of
/// write() from now on, no signals.
void on_stop_signal(void (*handler)() noexcept) noexcept;

/// Lower the priority of the process by so many steps (nice).
[[nodiscard]] std::error_code lower_priority(int steps) noexcept;

} // namespace xq::os
