#include "serve/slow_pool.hpp"

#include "serve/answer.hpp"

#include <utility>

namespace xq::serve {

SlowPool::SlowPool(unsigned threads, std::size_t waiting) : m_most_waiting{waiting} {
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

bool SlowPool::submit(Job job) {
  {
    const std::lock_guard lock{m_mutex};
    if (m_ends || m_jobs.size() >= m_most_waiting) {
      return false;
    }
    m_jobs.push_back(std::move(job));
  }
  m_more.notify_one();
  return true;
}

void SlowPool::work() {
  Finisher finisher;
  while (true) {
    Job job;
    {
      std::unique_lock lock{m_mutex};
      m_more.wait(lock, [this] { return m_ends || !m_jobs.empty(); });
      if (m_jobs.empty()) {
        return;
      }
      job = std::move(m_jobs.front());
      m_jobs.pop_front();
    }
    job(finisher);
  }
}

} // namespace xq::serve
