#pragma once

#include <xq/analysis/analyst.hpp>
#include <xq/jobs/annotation.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace xq::jobs {

/// The analysts of a run, one for each game in work, and what stops them: `keep_going` or the
/// deadline, which a thread of its own looks at ten times a second.
class AnalystPool {
public:
  /// `keep_going` is called by the watching thread; it may be empty.
  AnalystPool(analysis::AnalystSource source, std::optional<AnnotationClock::time_point> deadline,
              std::function<bool()> keep_going);
  ~AnalystPool();
  AnalystPool(const AnalystPool&) = delete;
  AnalystPool& operator=(const AnalystPool&) = delete;

  /// An analyst for as long as the lease lives.
  class Lease {
  public:
    explicit Lease(AnalystPool& owner) : m_owner{owner}, m_analyst{owner.take()} {}
    ~Lease() { m_owner.give_back(std::move(m_analyst)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    [[nodiscard]] analysis::Analyst& operator*() const noexcept { return *m_analyst; }

  private:
    AnalystPool& m_owner;
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
  std::optional<AnnotationClock::time_point> m_deadline;
  std::function<bool()> m_keep_going;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<analysis::Analyst>> m_idle;
  std::vector<analysis::Analyst*> m_busy;
  std::atomic<StopReason> m_reason{StopReason::none};
  std::jthread m_watcher;
};

} // namespace xq::jobs
