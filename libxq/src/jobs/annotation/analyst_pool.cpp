#include "jobs/annotation/analyst_pool.hpp"

#include <condition_variable>
#include <utility>

namespace xq::jobs {

namespace {
constexpr std::chrono::milliseconds look_interval{100};
}

AnalystPool::AnalystPool(analysis::AnalystSource source,
                         std::optional<AnnotationClock::time_point> deadline,
                         std::function<bool()> keep_going)
    : m_source{std::move(source)}, m_deadline{deadline}, m_keep_going{std::move(keep_going)} {
  look(); // the deadline may have passed already
  m_watcher = std::jthread{[this](const std::stop_token& stop) { watch(stop); }};
}

AnalystPool::~AnalystPool() {
  m_watcher.request_stop();
  m_watcher.join();
}

std::unique_ptr<analysis::Analyst> AnalystPool::take() {
  std::unique_ptr<analysis::Analyst> analyst;
  {
    const std::lock_guard lock{m_mutex};
    if (!m_idle.empty()) {
      analyst = std::move(m_idle.back());
      m_idle.pop_back();
    }
  }
  if (!analyst) {
    analyst = m_source.make(); // may take its time
  }
  const std::lock_guard lock{m_mutex};
  m_busy.push_back(analyst.get());
  return analyst;
}

void AnalystPool::give_back(std::unique_ptr<analysis::Analyst> analyst) {
  const std::lock_guard lock{m_mutex};
  std::erase(m_busy, analyst.get());
  m_idle.push_back(std::move(analyst));
}

void AnalystPool::watch(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock{mutex};
  while (!stop.stop_requested()) {
    look();
    wake.wait_for(lock, stop, look_interval, [] { return false; });
  }
}

void AnalystPool::look() {
  if (m_keep_going && !m_keep_going()) {
    m_reason = StopReason::interrupted;
  } else if (m_deadline && AnnotationClock::now() >= *m_deadline && m_reason == StopReason::none) {
    m_reason = StopReason::time;
  }
  if (m_reason != StopReason::none) {
    const std::lock_guard lock{m_mutex};
    for (analysis::Analyst* analyst : m_busy) {
      analyst->stop();
    }
  }
}

} // namespace xq::jobs
