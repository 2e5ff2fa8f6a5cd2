#include "analysts.hpp"

#include "interrupt.hpp"

#include <condition_variable>
#include <ctime>
#include <utility>

namespace xq::cli {

namespace {
constexpr std::chrono::milliseconds look_interval{100};
}

Analysts::Analysts(analysis::AnalystSource source, std::optional<Clock::time_point> deadline,
                   std::function<void()> tick)
    : m_source{std::move(source)}, m_deadline{deadline}, m_tick{std::move(tick)} {
  look(); // a moment that has passed already
  m_watcher = std::jthread{[this](const std::stop_token& stop) { watch(stop); }};
}

Analysts::~Analysts() {
  m_watcher.request_stop();
  m_watcher.join();
}

std::unique_ptr<analysis::Analyst> Analysts::take() {
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

void Analysts::give_back(std::unique_ptr<analysis::Analyst> analyst) {
  const std::lock_guard lock{m_mutex};
  std::erase(m_busy, analyst.get());
  m_idle.push_back(std::move(analyst));
}

void Analysts::watch(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock{mutex};
  while (!stop.stop_requested()) {
    look();
    m_tick();
    wake.wait_for(lock, stop, look_interval, [] { return false; });
  }
}

void Analysts::look() {
  if (interrupted()) {
    m_reason = StopReason::interrupted;
  } else if (m_deadline && Clock::now() >= *m_deadline && m_reason == StopReason::none) {
    m_reason = StopReason::time;
  }
  if (m_reason != StopReason::none) {
    const std::lock_guard lock{m_mutex};
    for (analysis::Analyst* analyst : m_busy) {
      analyst->stop();
    }
  }
}

Analysts::Clock::time_point next_time_of_day(int hours, int minutes,
                                             Analysts::Clock::time_point now) {
  const std::time_t present = Analysts::Clock::to_time_t(now);
  std::tm local{};
  localtime_r(&present, &local);
  local.tm_hour = hours;
  local.tm_min = minutes;
  local.tm_sec = 0;
  local.tm_isdst = -1;
  std::tm day = local;
  auto at = Analysts::Clock::from_time_t(std::mktime(&day));
  if (at <= now) {
    ++local.tm_mday;
    local.tm_isdst = -1;
    at = Analysts::Clock::from_time_t(std::mktime(&local));
  }
  return at;
}

} // namespace xq::cli
