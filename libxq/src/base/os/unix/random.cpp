#include "base/os/random.hpp"

#include "base/os/unix/system.hpp"
#include "base/text/system_message.hpp"

#include <xq/base/error.hpp>

#include <cerrno>

namespace xq::os {

void fill_with_secret(std::span<std::byte> bytes) {
  if (system::fill_with_secret(bytes) != 0) {
    throw make_error("the system gives no random numbers: {}. Try again.", system_message(errno));
  }
}

} // namespace xq::os
