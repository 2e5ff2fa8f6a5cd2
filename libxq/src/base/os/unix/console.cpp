#include "base/os/console.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <poll.h>
#include <unistd.h>

namespace xq::os {

namespace {

/// The standard output is a pipe whose other end is closed.
bool is_unread() noexcept {
  pollfd output{STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

/// Why the first write to the standard output that failed did so; 0: none did. The C library knows
/// only that one has failed, when nothing of it is left to be tried again. The stream is the
/// process's: so is this.
std::atomic<int> output_failure{0};

} // namespace

bool write(Stream stream, std::string_view bytes) noexcept {
  const bool is_output = stream == Stream::output;
  const bool written =
      std::fwrite(bytes.data(), 1, bytes.size(), is_output ? stdout : stderr) == bytes.size();
  if (int none = 0; !written && is_output) {
    output_failure.compare_exchange_strong(none, errno);
  }
  return written;
}

bool flush_output() noexcept {
  const bool written = std::fflush(stdout) == 0;
  if (written && std::ferror(stdout) == 0) {
    return true;
  }
  if (written) { // a write failed before
    errno = is_unread() ? EPIPE : output_failure.load();
  }
  return false;
}

} // namespace xq::os
