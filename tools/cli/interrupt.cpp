#include "cli/interrupt.hpp"

#include "base/os/signals.hpp"
#include "base/stop.hpp"

#include <xq/base/error.hpp>

namespace xq::cli {

void install_signal_handlers() noexcept { os::on_stop_signal(request_stop); }

bool interrupted() noexcept { return stop_requested(); }

void throw_if_interrupted() {
  if (interrupted()) {
    throw make_error<Interrupted>("interrupted");
  }
}

} // namespace xq::cli
