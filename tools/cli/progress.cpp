#include "cli/progress.hpp"

#include "base/os/console.hpp"
#include "base/os/terminal.hpp"
#include "base/text/printable.hpp"
#include "base/text/text.hpp"
#include "cli/interrupt.hpp"
#include "cli/language.hpp"
#include "cli/talk.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <new>
#include <string_view>
#include <utility>

namespace xq::cli {

namespace {

constexpr std::chrono::seconds quiet_time{2}; // no progress line for short work
constexpr std::chrono::seconds announcing_time{60};
constexpr std::chrono::seconds counting_time{50}; // leaves ten seconds to count the total
constexpr std::chrono::milliseconds terminal_interval{200};
constexpr std::chrono::seconds log_interval{10};

/// 1234567 -> 1,234,567
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) {
    text.insert(at - 3, ",");
  }
  return text;
}

std::string clock_time(double seconds) {
  const auto s = static_cast<std::uint64_t>(std::llround(seconds));
  return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                  : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

/// `1.5`, `20`, `1,234`
std::string rate_text(double rate) {
  return rate >= 10 ? grouped(static_cast<std::uint64_t>(rate)) : fmt::format("{:.1f}", rate);
}

/// `1,234 games`, in the user's language.
std::string units(std::string_view format, std::uint64_t number) {
  const auto text = grouped(number);
  return vlocalized(format, fmt::make_format_args(text));
}

/// The width of stderr; without a terminal lines may have any length.
std::size_t terminal_columns() {
  const auto columns = os::terminal_columns(os::Stream::error);
  return columns != 0 ? columns : 1000;
}

} // namespace

std::string progress_line(std::string_view what, std::string_view unit, std::uint64_t done,
                          std::uint64_t total, std::uint64_t count, double seconds,
                          ProgressSkip skip) {
  const double rate = seconds > 0 ? static_cast<double>(count - skip.count) / seconds : 0;
  const std::string counted =
      unit.empty() ? std::string{} : localized("{}, {}/s", units(unit, count), rate_text(rate));
  if (total == 0 && unit.empty()) {
    return localized("{}: {}", what, clock_time(seconds));
  }
  if (total == 0) {
    return localized("{}: {}, {}", what, counted, clock_time(seconds));
  }
  const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  constexpr std::size_t width = 20;
  const auto full = static_cast<std::size_t>(part * static_cast<double>(width));
  const double measured = static_cast<double>(done - skip.done) / static_cast<double>(total);
  const std::string left =
      measured > 0 ? localized(", {} left", clock_time(seconds * (1 - part) / measured)) : "";
  const std::string bar = std::string(full, '=') + std::string(width - full, ' ');
  if (unit.empty()) {
    return localized("{}: [{}] {:3.0f} %{}", what, bar, std::floor(part * 100), left);
  }
  return localized("{}: [{}] {:3.0f} %, {}{}", what, bar, std::floor(part * 100), counted, left);
}

std::string time_left_line(std::string_view unit, std::uint64_t done, std::uint64_t total,
                           double seconds, ProgressSkip skip) {
  if (seconds <= 0 || done <= skip.done || done >= total) {
    return {};
  }
  const double rate = static_cast<double>(done - skip.done) / seconds;
  const auto minutes =
      static_cast<std::uint64_t>(std::llround(static_cast<double>(total - done) / rate / 60));
  if (minutes == 0) {
    return {};
  }
  return localized("{} of {} done, {}/s: about {} left", grouped(done), units(unit, total),
                   rate_text(rate), minutes_text(minutes));
}

std::string minutes_text(std::uint64_t minutes) {
  return minutes < 60 ? localized("{} min", minutes)
                      : localized("{} h {} min", minutes / 60, minutes % 60);
}

Progress::Progress(const GlobalOptions& global, std::string_view what, std::string_view unit)
    : m_what{translate(what)},
      m_unit{unit},
      m_may_talk{!global.quiet},
      m_enabled{m_may_talk && (global.progress || os::is_terminal(os::Stream::error))},
      m_terminal{os::is_terminal(os::Stream::error)},
      m_next{m_begin + quiet_time} {}

bool Progress::update(std::uint64_t done, std::uint64_t total, std::uint64_t count) {
  if (m_enabled || m_announces) {
    const auto now = Clock::now();
    if (m_announces && total != 0 && now >= m_begin + announcing_time) {
      announce(done, total, now);
    }
    if (m_enabled && now >= m_next) {
      draw(done, total, count, now);
    }
  }
  return !interrupted();
}

bool Progress::needs_total() const {
  return m_enabled || (m_announces && Clock::now() >= m_begin + counting_time);
}

void Progress::announce(std::uint64_t done, std::uint64_t total, Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - m_begin).count();
  const auto line = time_left_line(m_unit, done, total, seconds, m_skip);
  m_announces = false;
  if (!line.empty()) {
    clear();
    talk_lines(fmt::format("xq: {}\n", line));
  }
}

void Progress::restart(std::uint64_t done, std::uint64_t count) {
  m_begin = Clock::now();
  m_skip = {done, count};
}

format::ProgressFunction Progress::function() {
  return [this](const format::ReadProgress& p) {
    return update(p.bytes_done, p.bytes_total, p.games);
  };
}

void Progress::draw(std::uint64_t done, std::uint64_t total, std::uint64_t count,
                    Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - m_begin).count();
  std::string line = progress_line(m_what, m_unit, done, total, count, seconds, m_skip);
  if (const auto note = localized("; {}", printable(m_note));
      !m_note.empty() && display_width(line) + display_width(note) < terminal_columns()) {
    line += note;
  }
  line = for_terminal(line, os::Stream::error);
  if (m_terminal) {
    os::write(os::Stream::error, "\r" + line + "\x1b[K");
    m_next = now + terminal_interval;
    m_drawn = true;
  } else {
    os::write(os::Stream::error, line + "\n");
    m_next = now + log_interval;
  }
  std::fflush(stderr);
}

void Progress::clear() noexcept {
  if (m_drawn) {
    os::write(os::Stream::error, "\r\x1b[K");
    m_drawn = false;
  }
}

Waiting::Waiting(const GlobalOptions& global, std::string_view what)
    : m_progress{global, what, {}} {
  if (m_progress.enabled()) {
    m_thread = std::thread{[this] { draw_lines(); }};
  }
}

Waiting::~Waiting() {
  {
    const std::lock_guard lock{m_mutex};
    m_ended = true;
  }
  m_end.notify_all();
  if (m_thread.joinable()) {
    m_thread.join();
  }
}

void Waiting::clear() noexcept {
  const std::lock_guard lock{m_mutex};
  m_progress.clear();
}

void Waiting::draw_lines() {
  std::unique_lock lock{m_mutex};
  while (!m_end.wait_for(lock, terminal_interval, [this] { return m_ended; })) {
    try {
      static_cast<void>(m_progress.update(0, 0, 0));
    } catch (const std::bad_alloc&) { // a line less
    }
  }
}

} // namespace xq::cli
