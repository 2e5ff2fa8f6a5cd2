#include "base/os/windows/input.hpp"

#include "base/os/windows/console.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <thread>

namespace xq::os {

std::error_code read_waiting(HANDLE handle, std::span<char> out, std::size_t& count) noexcept {
  count = 0;
  if (is_console(handle)) {
    auto error = read_console(handle, out, count);
    while (error.value() == ERROR_OPERATION_ABORTED) { // Ctrl-C, for which there is a handler
      error = read_console(handle, out, count);
    }
    return error;
  }
  DWORD got = 0;
  const auto most = static_cast<DWORD>(std::min<std::size_t>(out.size(), 1U << 30U));
  const auto error =
      ReadFile(handle, out.data(), most, &got, nullptr) != 0 ? std::error_code{} : last_error();
  count = got;
  const bool is_end = error.value() == ERROR_BROKEN_PIPE || error.value() == ERROR_HANDLE_EOF;
  return is_end ? std::error_code{} : error;
}

InputReader* InputReader::standard() noexcept {
  static const std::shared_ptr<InputReader> reader = start();
  return reader.get();
}

std::shared_ptr<InputReader> InputReader::start() noexcept {
  const HANDLE handle = handle_of(Stream::input);
  if (handle == INVALID_HANDLE_VALUE || GetFileType(handle) == FILE_TYPE_DISK) {
    return nullptr;
  }
  try {
    auto reader = std::make_shared<InputReader>(handle);
    std::thread{[reader] { reader->read_when_wanted(); }}.detach();
    return reader;
  } catch (const std::exception&) {
    return nullptr;
  }
}

void InputReader::read_when_wanted() noexcept {
  while (true) {
    {
      std::unique_lock lock{m_mutex};
      m_changed.wait(lock, [this] { return m_state == State::wanted; });
    }
    std::size_t count = 0; // nobody else touches the buffer until the state changes
    const auto error = read_waiting(m_handle, m_bytes, count);
    const std::lock_guard lock{m_mutex};
    m_begin = 0;
    m_end = count;
    m_error = error;
    m_state = State::ready;
    m_changed.notify_all();
  }
}

/// With the mutex locked.
void InputReader::want() noexcept {
  if (m_state == State::idle) {
    m_state = State::wanted;
    m_changed.notify_all();
  }
}

bool InputReader::wait(std::chrono::milliseconds limit) noexcept {
  std::unique_lock lock{m_mutex};
  want();
  return m_changed.wait_for(lock, limit, [this] { return m_state == State::ready; });
}

std::error_code InputReader::take(std::span<char> out, std::size_t& count) noexcept {
  std::unique_lock lock{m_mutex};
  want();
  m_changed.wait(lock, [this] { return m_state == State::ready; });
  count = std::min(out.size(), m_end - m_begin);
  std::memcpy(out.data(), m_bytes.data() + m_begin, count);
  m_begin += count;
  if (m_begin == m_end) {
    m_state = State::idle;
  }
  return m_error;
}

} // namespace xq::os
