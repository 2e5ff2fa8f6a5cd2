#pragma once

#include "base/fair_queue.hpp"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace xq::serve {

class Finisher;

/// A few threads for answers that take longer than the threads of connections can wait. Visitors
/// take turns; of several threads one is kept from dear questions, so that others pass them.
/// Thread-safe.
class SlowPool {
public:
  struct Job {
    std::function<void(Finisher&)> answer;
    std::function<void()> refuse;    ///< instead: others need the place; called once
    std::function<bool()> is_wanted; ///< false: the client has gone
  };
  enum class Cost : std::uint8_t { cheap, dear };

  /// At most `waiting` jobs of each cost wait.
  SlowPool(unsigned threads, std::size_t waiting);
  /// Runs what waits.
  ~SlowPool();
  SlowPool(const SlowPool&) = delete;
  SlowPool& operator=(const SlowPool&) = delete;

  /// When all places are taken, one is freed by refusing the last job of the visitor who has most,
  /// unless that is this one: false, then the job is not taken.
  [[nodiscard]] bool submit(std::string_view visitor, Cost cost, Job job);

private:
  void work();
  [[nodiscard]] bool may_take_dear() const noexcept;

  const std::size_t m_most_waiting;
  const std::size_t m_most_dear; ///< at once
  std::mutex m_mutex;
  std::condition_variable m_more;
  FairQueue<Job> m_cheap;
  FairQueue<Job> m_dear;
  std::size_t m_dear_running = 0;
  bool m_ends = false;
  std::vector<std::jthread> m_threads;
};

} // namespace xq::serve
