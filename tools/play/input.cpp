#include "play/input.hpp"

#include "cli/interrupt.hpp"

#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace xq::cli {

std::optional<std::string> PlayInput::next(bool heed_interrupt) {
  while (true) {
    if (const std::size_t end = m_buffer.find('\n'); end != std::string_view::npos) {
      std::string line = m_buffer.substr(0, end);
      m_buffer.erase(0, end + 1);
      return line;
    }
    if (m_ended) {
      return m_buffer.empty() ? std::nullopt : std::optional{std::exchange(m_buffer, {})};
    }
    if (heed_interrupt && interrupted()) {
      return std::nullopt;
    }
    pollfd wait{STDIN_FILENO, POLLIN, 0};
    constexpr int look_up = 200; // milliseconds: a signal may come just before poll()
    if (::poll(&wait, 1, look_up) <= 0) {
      continue;
    }
    std::array<char, 4096> bytes; // NOLINT: read() fills it
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count > 0) {
      m_buffer.append(bytes.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
      m_ended = true;
    }
  }
}

} // namespace xq::cli
