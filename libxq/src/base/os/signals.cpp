#include "base/os/signals.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace xq::os {

namespace {

using Handler = void (*)() noexcept;
std::atomic<Handler> stop_handler = nullptr;
static_assert(decltype(stop_handler)::is_always_lock_free); // read by a signal handler

extern "C" void on_signal(int number) {
  stop_handler.load()();
  std::signal(number, SIG_DFL);
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
