#include "base/os/unix/system.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace xq::os::system {

// POSIX.1-2008 has no call for it, but every such system has this file.
int fill_with_secret(std::span<std::byte> bytes) noexcept {
  const int descriptor = ::open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return -1;
  }
  int status = 0;
  while (status == 0 && !bytes.empty()) {
    const auto count = ::read(descriptor, bytes.data(), bytes.size());
    if (count == 0 || (count < 0 && errno != EINTR)) {
      status = -1;
    } else {
      bytes = bytes.subspan(count < 0 ? 0 : static_cast<std::size_t>(count));
    }
  }
  ::close(descriptor); // keeps errno: nothing was written to it
  return status;
}

} // namespace xq::os::system
