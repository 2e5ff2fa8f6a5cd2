#include "base/os/unix/system.hpp"

#include <cerrno>
#include <sys/random.h>

namespace xq::os::system {

int fill_with_secret(std::span<std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const auto count = ::getrandom(bytes.data(), bytes.size(), 0);
    if (count < 0 && errno != EINTR) {
      return -1;
    }
    bytes = bytes.subspan(count < 0 ? 0 : static_cast<std::size_t>(count));
  }
  return 0;
}

} // namespace xq::os::system
