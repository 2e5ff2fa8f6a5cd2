#include "play/input.hpp"

#include "base/os/terminal.hpp"
#include "cli/interrupt.hpp"
#include "cli/language.hpp"

#include <array>
#include <chrono>
#include <utility>

namespace xq::cli {

namespace {

constexpr std::chrono::milliseconds look_up{200}; // a signal may come just before the wait

} // namespace

std::optional<std::string> PlayInput::next(bool heed_interrupt) {
  while (true) {
    if (const std::size_t end = m_buffer.find('\n'); end != std::string_view::npos) {
      const std::string line = m_buffer.substr(0, end);
      m_buffer.erase(0, end + 1);
      return from_terminal(line);
    }
    if (m_ended) {
      return m_buffer.empty() ? std::nullopt : std::optional{std::exchange(m_buffer, {})};
    }
    if (heed_interrupt && interrupted()) {
      return std::nullopt;
    }
    std::array<char, 4096> bytes; // NOLINT: read_input() fills it
    std::size_t count = 0;
    switch (os::read_input(bytes, count, look_up)) {
    case os::InputEvent::bytes:
      m_buffer.append(bytes.data(), count);
      break;
    case os::InputEvent::nothing:
      break;
    case os::InputEvent::end:
      m_ended = true;
      break;
    }
  }
}

} // namespace xq::cli
