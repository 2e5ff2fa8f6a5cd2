#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xq::os {

/// A child process with pipes on its standard input and output, read and written by lines. Its
/// standard error is discarded. Ctrl-C in the terminal does not reach it; the destructor kills it
/// with all that it has started (its process group, or job on Windows). Writing to a child that has
/// ended raises no SIGPIPE. One thread at a time, except wake().
class ChildProcess {
public:
  /// Start a program with its arguments in a folder (empty: here). It is found by PATH, or by its
  /// path from there. Throws Error when that fails (no such program, for one).
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

  /// Wait so long for the child to end, then kill it with all that it has started. May be called
  /// again.
  void finish(std::chrono::milliseconds grace) noexcept;

private:
  struct Impl; // what the system has for it
  std::unique_ptr<Impl> m_impl;
};

} // namespace xq::os
