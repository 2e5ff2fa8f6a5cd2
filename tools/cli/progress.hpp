#pragma once

#include "command.hpp"

#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace xq::cli {

/// What was done before the clock was started.
struct ProgressSkip {
  std::uint64_t done = 0;
  std::uint64_t count = 0;
};

/// One line on stderr for long work: part done, rate, time left. Appears only on a terminal (or
/// with
/// --progress, there as a line now and then), only after two seconds, never with --quiet; removed
/// at the end. Used on one thread.
class Progress {
public:
  /// `what` begins the line: `reading`. `unit` shows what is counted: `{} games`; empty: nothing
  /// is.
  Progress(const GlobalOptions& global, std::string_view what,
           std::string_view unit = to_translate("{} games"));
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Tell how far the work is, in any measure (`total` 0: unknown), and how many units are done.
  /// Cheap; returns false when the user asked to stop.
  [[nodiscard]] bool update(std::uint64_t done, std::uint64_t total, std::uint64_t count);
  /// After a minute of work, say once how long the rest will take, also without a terminal, but not
  /// with --quiet.
  void announce_time_left() noexcept { m_announces = m_may_talk; }
  /// Whether the total will be asked for, by the line or the announcement.
  [[nodiscard]] bool needs_total() const;
  /// What is done so far took no time to speak of: rate and time left are measured from here on.
  void restart(std::uint64_t done, std::uint64_t count);
  /// Stands at the end of the line: the game in work.
  void set_note(std::string note) { m_note = std::move(note); }
  /// update() for format::read_games(). Valid as long as this object.
  [[nodiscard]] format::ProgressFunction function();
  /// Whether a line may ever appear.
  [[nodiscard]] bool enabled() const noexcept { return m_enabled; }
  /// Take the line away; before anything else is written to stderr.
  void clear() noexcept;

private:
  using Clock = std::chrono::steady_clock;
  void announce(std::uint64_t done, std::uint64_t total, Clock::time_point now);
  void draw(std::uint64_t done, std::uint64_t total, std::uint64_t count, Clock::time_point now);

  std::string m_what;
  std::string m_unit;
  bool m_may_talk;
  bool m_enabled;
  bool m_terminal;
  bool m_announces = false;
  bool m_drawn = false;
  Clock::time_point m_begin = Clock::now();
  ProgressSkip m_skip;
  std::string m_note;
  Clock::time_point m_next;
};

/// A line for work that does not say how far it is: the time that it has taken. The line is drawn
/// by a thread of its own while the object lives.
class Waiting {
public:
  Waiting(const GlobalOptions& global, std::string_view what);
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  /// Remove the line until it is drawn again. To be called before anything else is written to
  /// stderr.
  void clear() noexcept;

private:
  void draw_lines();

  Progress m_progress; ///< under m_mutex
  std::mutex m_mutex;
  std::condition_variable m_end;
  bool m_ended = false;
  std::thread m_thread; ///< none where no line may appear
};

/// The line itself, without time or terminal: for Progress and its test.
[[nodiscard]] std::string progress_line(std::string_view what, std::string_view unit,
                                        std::uint64_t done, std::uint64_t total,
                                        std::uint64_t count, double seconds,
                                        ProgressSkip skip = {});

/// What Progress announces: `1,200 of 48,000 positions done, 20/s: about 39 min left`. Empty where
/// nothing was measured yet, or less than a minute is left.
[[nodiscard]] std::string time_left_line(std::string_view unit, std::uint64_t done,
                                         std::uint64_t total, double seconds,
                                         ProgressSkip skip = {});

/// `39 min`, `2 h 5 min`
[[nodiscard]] std::string minutes_text(std::uint64_t minutes);

} // namespace xq::cli
