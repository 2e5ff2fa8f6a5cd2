#include "cli/interrupt.hpp"

#include "base/stop.hpp"

#include <xq/base/error.hpp>

#include <csignal>

namespace xq::cli {

namespace {

extern "C" void on_stop_signal(int number) {
  request_stop();
  std::signal(number, SIG_DFL); // a second signal ends the process
}

} // namespace

void install_signal_handlers() noexcept {
  struct sigaction action {};
  action.sa_handler = on_stop_signal; // without SA_RESTART: a blocking read returns
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction present {};
    sigaction(number, nullptr, &present);
    if (present.sa_handler != SIG_IGN) { // keep ignoring it: nohup, background jobs
      sigaction(number, &action, nullptr);
    }
  }
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
}

bool interrupted() noexcept { return stop_requested(); }

void throw_if_interrupted() {
  if (interrupted()) {
    throw Interrupted{"interrupted; what was complete has been kept"};
  }
}

} // namespace xq::cli
