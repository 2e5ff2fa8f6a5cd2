#include "base/os/signals.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <unistd.h>

namespace xq::os {

namespace {

using Handler = void (*)() noexcept;
std::atomic<Handler> stop_handler = nullptr;
static_assert(decltype(stop_handler)::is_always_lock_free); // read by a signal handler

/// Seconds of the first signal; 0 before.
std::atomic<std::time_t> first_signal = 0;
static_assert(decltype(first_signal)::is_always_lock_free);

extern "C" void on_signal(int number) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  std::time_t first = 0;
  if (first_signal.compare_exchange_strong(first, now.tv_sec + 1)) {
    stop_handler.load()();
  } else if (now.tv_sec - first >= 1) { // a second request
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

} // namespace

void on_stop_signal(void (*handler)() noexcept) noexcept {
  stop_handler = handler;
  struct sigaction action {};
  action.sa_handler = on_signal; // without SA_RESTART: a blocking read returns
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction present {};
    sigaction(number, nullptr, &present);
    if (present.sa_handler != SIG_IGN) {
      sigaction(number, &action, nullptr);
    }
  }
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
}

std::error_code lower_priority(int steps) noexcept {
  errno = 0;
  const bool failed = ::nice(steps) == -1 && errno != 0;
  return {failed ? errno : 0, std::generic_category()};
}

} // namespace xq::os
