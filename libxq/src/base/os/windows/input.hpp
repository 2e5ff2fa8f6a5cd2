#pragma once

#include "base/os/windows/api.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <system_error>
#include <vector>

namespace xq::os {

/// Read some bytes, waiting for them: `count` of them, 0 at the end of the input. Ctrl-C does not
/// end the wait at a console.
[[nodiscard]] std::error_code read_waiting(HANDLE handle, std::span<char> out,
                                           std::size_t& count) noexcept;

/// Reads standard input in a thread of its own. Windows has no wait with a limit of time for a pipe
/// or a line of a console, and not every read that waits can be cancelled. The thread reads only
/// what somebody waits for, and at the end of the process it may still wait: until then no other
/// thread may ask anything about the handle, because Windows would let it wait, too.
class InputReader {
public:
  /// The reader of this process; null where standard input is a file on a disk, whose reads do not
  /// wait, or where no thread can be started.
  [[nodiscard]] static InputReader* standard() noexcept;

  explicit InputReader(HANDLE handle) : m_handle{handle}, m_bytes(buffered) {}

  /// Whether bytes, the end or an error are there, now or within `limit`.
  [[nodiscard]] bool wait(std::chrono::milliseconds limit) noexcept;
  /// Take the bytes that are there, or wait for them; as read_waiting().
  [[nodiscard]] std::error_code take(std::span<char> out, std::size_t& count) noexcept;

private:
  enum class State : std::uint8_t { idle, wanted, ready };
  static constexpr std::size_t buffered = 65536;

  static std::shared_ptr<InputReader> start() noexcept;
  void read_when_wanted() noexcept;
  void want() noexcept;

  HANDLE m_handle;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  State m_state = State::idle;
  std::vector<char> m_bytes;
  std::size_t m_begin = 0; ///< the bytes that nobody has taken
  std::size_t m_end = 0;
  std::error_code m_error;
};

} // namespace xq::os
