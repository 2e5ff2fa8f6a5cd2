#include "base/os/console.hpp"

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

} // namespace

bool write(Stream stream, std::string_view bytes) noexcept {
  return std::fwrite(bytes.data(), 1, bytes.size(), stream == Stream::error ? stderr : stdout) ==
         bytes.size();
}

bool flush_output() noexcept {
  const bool written = std::fflush(stdout) == 0;
  if (written && std::ferror(stdout) == 0) {
    return true;
  }
  if (written &&
      is_unread()) { // a write failed before, and nothing of it is left to be tried again
    errno = EPIPE;
  }
  return false;
}

} // namespace xq::os
