#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::os {

/// The words of a command line: blanks separate, '...' and "..." hold together, a backslash takes
/// the next character as it is. No shell sees it. Throws UsageError for an open quote or no word.
[[nodiscard]] std::vector<std::string> split_command(std::string_view command);

/// A child process with pipes on its standard input and output, read and written by lines. Its
/// standard error is discarded. It has a process group of its own, so that Ctrl-C in the terminal
/// does not reach it; the destructor kills and reaps the whole group. Writing to a child that has
/// ended raises no SIGPIPE. One thread at a time, except wake().
class ChildProcess {
public:
  /// Start it. Throws Error when that fails (no such program, for one).
  ChildProcess(const std::vector<std::string>& command, const std::string& folder);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Send a line (without its newline). False when the child has ended or does not read.
  bool write_line(std::string_view line) noexcept;

  enum class Event : std::uint8_t {
    line,
    timeout,
    woken, ///< wake() was called
    end,   ///< the child has closed its output
  };
  /// The next line in `line` (no newline, no carriage return), or what happened instead. What a
  /// line has beyond 64 KiB is dropped. `deadline`: by the steady clock.
  [[nodiscard]] Event read_line(std::string& line, std::chrono::steady_clock::time_point deadline);

  /// Make a read_line() that waits, or the next one, return `woken`. From any thread.
  void wake() noexcept;

  /// Wait so long for the child to end, then kill its process group. May be called again.
  void finish(std::chrono::milliseconds grace) noexcept;

private:
  void take_bytes(std::string_view bytes);

  int m_pid = -1;
  int m_to = -1;
  int m_from = -1;
  int m_wake_read = -1;
  int m_wake_write = -1;
  std::string m_buffer;
  std::size_t m_used = 0;      ///< of m_buffer
  std::size_t m_open_line = 0; ///< bytes of the line at its end
};

} // namespace xq::os
