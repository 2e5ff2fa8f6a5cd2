#pragma once

#include <xq/analysis/analyst.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace xq::cli {

/// Why long work ends before its end.
enum class StopReason : std::uint8_t { none, interrupted, time };

/// The analysts of a run, one for each game in work, and what stops them: a signal or a moment in
/// time. A thread of its own looks several times a second.
class Analysts {
public:
  using Clock = std::chrono::system_clock; // a laptop that slept has let time pass

  /// `tick` is called by the watching thread each time it looks.
  Analysts(analysis::AnalystSource source, std::optional<Clock::time_point> deadline,
           std::function<void()> tick);
  ~Analysts();
  Analysts(const Analysts&) = delete;
  Analysts& operator=(const Analysts&) = delete;

  /// An analyst for as long as the lease lives.
  class Lease {
  public:
    explicit Lease(Analysts& owner) : m_owner{owner}, m_analyst{owner.take()} {}
    ~Lease() { m_owner.give_back(std::move(m_analyst)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    [[nodiscard]] analysis::Analyst& operator*() const noexcept { return *m_analyst; }

  private:
    Analysts& m_owner;
    std::unique_ptr<analysis::Analyst> m_analyst;
  };

  /// Never `none` again once it was something else.
  [[nodiscard]] StopReason stopped() const noexcept { return m_reason.load(); }

private:
  std::unique_ptr<analysis::Analyst> take();
  void give_back(std::unique_ptr<analysis::Analyst> analyst);
  void watch(const std::stop_token& stop);
  void look();

  analysis::AnalystSource m_source;
  std::optional<Clock::time_point> m_deadline;
  std::function<void()> m_tick;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<analysis::Analyst>> m_idle;
  std::vector<analysis::Analyst*> m_busy;
  std::atomic<StopReason> m_reason{StopReason::none};
  std::jthread m_watcher;
};

/// The next time that a clock on the wall shows `hours`:`minutes`, after `now`.
[[nodiscard]] Analysts::Clock::time_point next_time_of_day(int hours, int minutes,
                                                           Analysts::Clock::time_point now);

} // namespace xq::cli
