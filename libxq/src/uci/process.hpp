#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::uci {

/// The words of a command line: blanks separate, '...' and "..." hold together, a backslash takes
/// the next character as it is. No shell sees it. Throws UsageError for an open quote or no word.
[[nodiscard]] std::vector<std::string> split_command(std::string_view command);

/// A program at the other end of two pipes that is talked to in lines. Its stderr goes nowhere. It
/// has a process group of its own, so a Ctrl-C in the terminal is ours alone, and the whole group
/// ends with this object: nothing is left running, no zombie either. Writing to one that is gone
/// raises no SIGPIPE. One thread at a time, except wake().
class Process {
public:
  /// Start it. Throws Error when that fails (no such program, for one).
  Process(const std::vector<std::string>& command, const std::string& folder);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Send a line (without its newline). False when the program is gone or does not read.
  bool write_line(std::string_view line) noexcept;

  enum class Event : std::uint8_t {
    line,
    timeout,
    woken, ///< wake() was called
    end,   ///< the program has closed its output: it is gone
  };
  /// The next line in `line` (no newline, no carriage return), or what happened instead. What a
  /// line has beyond 64 KiB is dropped. `deadline`: by the steady clock.
  [[nodiscard]] Event read_line(std::string& line, std::chrono::steady_clock::time_point deadline);

  /// Make a read_line() that waits, or the next one, return `woken`. From any thread.
  void wake() noexcept;

  /// Give it this long to end by itself, then kill it and all it started. After `end` or by the
  /// destructor; harmless when done before.
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

} // namespace xq::uci
