#include "base/os/terminal.hpp"

#include "base/os/unix/descriptor.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>

namespace xq::os {

bool is_terminal(Stream stream) noexcept { return ::isatty(descriptor_of(stream)) == 1; }

std::size_t terminal_columns(Stream stream) noexcept {
  winsize size{};
  return ::ioctl(descriptor_of(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

InputEvent read_input(std::span<char> out, std::size_t& count,
                      std::chrono::milliseconds wait) noexcept {
  fd_set ready; // not poll(): that of macOS knows no terminals
  FD_ZERO(&ready);
  FD_SET(STDIN_FILENO, &ready);
  timeval left{};
  left.tv_sec = static_cast<decltype(left.tv_sec)>(wait.count() / 1000);
  left.tv_usec = static_cast<decltype(left.tv_usec)>(wait.count() % 1000 * 1000);
  if (::select(STDIN_FILENO + 1, &ready, nullptr, nullptr, &left) <= 0) {
    return InputEvent::nothing;
  }
  const auto got = ::read(STDIN_FILENO, out.data(), out.size());
  if (got > 0) {
    count = static_cast<std::size_t>(got);
    return InputEvent::bytes;
  }
  return got == 0 || (errno != EINTR && errno != EAGAIN) ? InputEvent::end : InputEvent::nothing;
}

void prepare_standard_streams() noexcept {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
      static_cast<void>(::open("/dev/null", O_RDONLY)); // for all three, so that writing fails
    }
  }
}

} // namespace xq::os
