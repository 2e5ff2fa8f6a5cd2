#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace xq::serve {

class Finisher;

/// A few threads for answers that take longer than the threads of connections can wait, with a
/// bounded queue. Thread-safe.
class SlowPool {
public:
  using Job = std::function<void(Finisher&)>;

  /// At most `waiting` jobs stand in the queue.
  SlowPool(unsigned threads, std::size_t waiting);
  /// Runs what is in the queue.
  ~SlowPool();
  SlowPool(const SlowPool&) = delete;
  SlowPool& operator=(const SlowPool&) = delete;

  /// False when the queue is full: the job is not taken.
  [[nodiscard]] bool submit(Job job);

private:
  void work();

  const std::size_t m_most_waiting;
  std::mutex m_mutex;
  std::condition_variable m_more;
  std::deque<Job> m_jobs;
  bool m_ends = false;
  std::vector<std::jthread> m_threads;
};

} // namespace xq::serve
