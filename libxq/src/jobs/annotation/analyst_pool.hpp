#pragma once

#include "jobs/watched_pool.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/annotation.hpp>

#include <atomic>
#include <functional>
#include <optional>

namespace xq::jobs {

/// The analysts of a run, one for each game in work, and what stops them: `keep_going` or the
/// deadline.
class AnalystPool {
public:
  /// `keep_going` may be empty.
  AnalystPool(const analysis::AnalystSource& source, std::optional<RunClock::time_point> deadline,
              std::function<bool()> keep_going)
      : m_deadline{deadline},
        m_keep_going{std::move(keep_going)},
        m_pool{{source.make, [this] { return look(); },
                [](analysis::Analyst& analyst) { analyst.stop(); }},
               std::chrono::milliseconds{100}} {}

  using Pool = WatchedPool<analysis::Analyst>;
  [[nodiscard]] Pool& pool() noexcept { return m_pool; }
  /// Never `none` again once it was something else.
  [[nodiscard]] StopReason stopped() const noexcept {
    const auto reason = m_reason.load();
    // at once, also where the watching thread has not looked again yet
    return reason == StopReason::none && m_deadline && RunClock::now() >= *m_deadline
               ? StopReason::time
               : reason;
  }

  /// The same, with keep_going asked at once: something else may have seen its answer first.
  [[nodiscard]] StopReason look_now() {
    static_cast<void>(look());
    return stopped();
  }

private:
  bool look() {
    if (m_keep_going && !m_keep_going()) {
      m_reason = StopReason::interrupted;
    } else if (m_deadline && RunClock::now() >= *m_deadline && m_reason == StopReason::none) {
      m_reason = StopReason::time;
    }
    return m_reason == StopReason::none;
  }

  std::optional<RunClock::time_point> m_deadline;
  std::function<bool()> m_keep_going;
  std::atomic<StopReason> m_reason{StopReason::none};
  Pool m_pool; ///< last: its thread calls look()
};

} // namespace xq::jobs
