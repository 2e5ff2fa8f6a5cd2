#include "base/os/signals.hpp"

#include "base/os/windows/api.hpp"

#include <atomic>
#include <cstdint>

namespace xq::os {

namespace {

using Handler = void (*)() noexcept;
std::atomic<Handler> stop_handler = nullptr;
std::atomic<std::uint64_t> first_signal = 0; ///< milliseconds; 0 before

/// Called in a thread of its own.
BOOL WINAPI on_event(DWORD event) {
  constexpr std::uint64_t same_request = 2000;
  const std::uint64_t now = GetTickCount64() + 1;
  std::uint64_t first = 0;
  const bool is_first = first_signal.compare_exchange_strong(first, now);
  if (is_first) {
    stop_handler.load()();
  }
  if (event == CTRL_CLOSE_EVENT || event == CTRL_LOGOFF_EVENT || event == CTRL_SHUTDOWN_EVENT) {
    Sleep(INFINITE); // the process is ended as soon as this returns, and some seconds from now
  }
  return is_first || now - first < same_request ? TRUE : FALSE; // FALSE: the process ends
}

} // namespace

void on_stop_signal(void (*handler)() noexcept) noexcept {
  stop_handler = handler;
  SetConsoleCtrlHandler(on_event, TRUE);
}

std::error_code lower_priority(int steps) noexcept {
  const DWORD priority = steps >= 10 ? IDLE_PRIORITY_CLASS : BELOW_NORMAL_PRIORITY_CLASS;
  return steps == 0 || SetPriorityClass(GetCurrentProcess(), priority) != 0 ? std::error_code{}
                                                                            : last_error();
}

} // namespace xq::os
