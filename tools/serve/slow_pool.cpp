#include "serve/slow_pool.hpp"

#include "serve/http/answer.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace xq::serve {

SlowPool::SlowPool(unsigned threads, std::size_t waiting)
    : m_most_waiting{waiting}, m_most_dear{std::max(2U, threads) - 1U} {
  for (unsigned i = 0; i < threads; ++i) {
    m_threads.emplace_back([this] { work(); });
  }
}

SlowPool::~SlowPool() {
  {
    const std::lock_guard lock{m_mutex};
    m_ends = true;
  }
  m_more.notify_all();
  m_threads.clear(); // joins
}

bool SlowPool::submit(std::string_view visitor, Cost cost, Job job) {
  std::optional<Job> displaced;
  std::vector<Job> left; // clients that have gone; destroyed without the lock
  {
    const std::lock_guard lock{m_mutex};
    auto& queue = cost == Cost::dear ? m_dear : m_cheap;
    if (queue.size() >= m_most_waiting) {
      while (auto gone = queue.extract([](const Job& one) { return !one.is_wanted(); })) {
        left.push_back(std::move(*gone));
      }
    }
    if (m_ends) {
      return false;
    }
    if (queue.size() >= m_most_waiting && !(displaced = queue.displace(visitor))) {
      return false;
    }
    queue.push(visitor, std::move(job));
  }
  m_more.notify_one();
  for (const Job& gone : left) {
    gone.refuse();
  }
  if (displaced) {
    displaced->refuse();
  }
  return true;
}

bool SlowPool::may_take_dear() const noexcept {
  return !m_dear.empty() && (m_dear_running < m_most_dear || m_ends);
}

void SlowPool::work() {
  Finisher finisher;
  std::unique_lock lock{m_mutex};
  while (true) {
    m_more.wait(lock, [this] { return m_ends || !m_cheap.empty() || may_take_dear(); });
    const bool dear = m_cheap.empty();
    if (dear && m_dear.empty()) {
      return;
    }
    auto job = dear ? m_dear.pop() : m_cheap.pop();
    m_dear_running += dear ? 1 : 0;
    lock.unlock();
    if (job.is_wanted()) {
      job.answer(finisher);
    } else {
      job.refuse();
    }
    job = {};
    lock.lock();
    m_dear_running -= dear ? 1 : 0;
    if (dear && !m_dear.empty()) {
      m_more.notify_one();
    }
  }
}

} // namespace xq::serve
