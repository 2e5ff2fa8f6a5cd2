#pragma once

#include "command.hpp"

#include <xq/format/format.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace xq::cli {

/// One line on stderr for long work: part done, rate, time left. Appears only on a terminal (or
/// with
/// --progress, there as a line now and then), only after two seconds, never with --quiet; removed
/// at the end. Used on one thread.
class Progress {
public:
  /// `what` begins the line: `reading`. `unit` is what count is counted in: `games`.
  Progress(const GlobalOptions& global, std::string what, std::string unit = "games");
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Tell how far the work is, in any measure (`total` 0: unknown), and how many units are done.
  /// Cheap; returns false when the user asked to stop.
  [[nodiscard]] bool update(std::uint64_t done, std::uint64_t total, std::uint64_t count);
  /// The same for format::read_games(). Valid as long as this object.
  [[nodiscard]] format::ProgressFunction function();
  /// Take the line away; before anything else is written to stderr.
  void clear() noexcept;

private:
  using Clock = std::chrono::steady_clock;
  void draw(std::uint64_t done, std::uint64_t total, std::uint64_t count, Clock::time_point now);

  std::string m_what;
  std::string m_unit;
  bool m_enabled;
  bool m_terminal;
  bool m_drawn = false;
  Clock::time_point m_begin = Clock::now();
  Clock::time_point m_next;
};

/// The line itself, without time or terminal: for Progress and its test.
[[nodiscard]] std::string progress_line(std::string_view what, std::string_view unit,
                                        std::uint64_t done, std::uint64_t total,
                                        std::uint64_t count, double seconds);

} // namespace xq::cli
