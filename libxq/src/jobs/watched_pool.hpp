#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace xq::jobs {

/// Objects that threads borrow for long work, and a thread of its own that stops that work. Objects
/// are made when none is spare: as many as are borrowed at a time. For any number of threads.
template <typename T>
class WatchedPool {
public:
  struct Actions {
    std::function<std::unique_ptr<T>()> make; ///< on the borrowing threads, also at the same time
    std::function<bool()> keep_going;         ///< asked once by the constructor, then by the thread
    std::function<void(T&)> stop;             ///< called for objects at work, by the thread
  };
  /// While `keep_going` is false, `stop` is called each time that it is asked: a stop
  /// between two pieces of work has no effect on the next one.
  WatchedPool(Actions actions, std::chrono::milliseconds interval)
      : m_actions{std::move(actions)}, m_interval{interval} {
    look();
    m_watcher = std::jthread{[this] { watch(); }};
  }
  ~WatchedPool() {
    {
      const std::lock_guard lock{m_end_mutex};
      m_ends = true;
    }
    m_end.notify_all();
    m_watcher.join();
  }
  WatchedPool(const WatchedPool&) = delete;
  WatchedPool& operator=(const WatchedPool&) = delete;

  /// An object while a thread has it. The pool must outlive it.
  class Lease {
  public:
    explicit Lease(WatchedPool& pool) : m_pool{pool}, m_object{pool.take()} {}
    ~Lease() { m_pool.give_back(std::move(m_object)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    [[nodiscard]] T& operator*() const noexcept { return *m_object; }

  private:
    WatchedPool& m_pool;
    std::unique_ptr<T> m_object;
  };

private:
  std::unique_ptr<T> take() {
    std::unique_ptr<T> object;
    {
      const std::lock_guard lock{m_mutex};
      if (!m_spare.empty()) {
        object = std::move(m_spare.back());
        m_spare.pop_back();
      }
    }
    if (!object) {
      object = m_actions.make(); // may take long: without the lock
    }
    const std::lock_guard lock{m_mutex};
    m_busy.push_back(object.get());
    return object;
  }

  void give_back(std::unique_ptr<T> object) {
    const std::lock_guard lock{m_mutex};
    std::erase(m_busy, object.get());
    m_spare.push_back(std::move(object));
  }

  void watch() {
    std::unique_lock lock{m_end_mutex};
    while (!m_ends) {
      look();
      m_end.wait_for(lock, m_interval, [this] { return m_ends; });
    }
  }

  void look() {
    if (!m_actions.keep_going()) {
      const std::lock_guard lock{m_mutex};
      for (T* const object : m_busy) {
        m_actions.stop(*object);
      }
    }
  }

  Actions m_actions;
  std::chrono::milliseconds m_interval;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<T>> m_spare;
  std::vector<T*> m_busy;
  std::mutex m_end_mutex;
  std::condition_variable m_end; ///< not one for a std::stop_token: see base/workers.cpp
  bool m_ends = false;
  std::jthread m_watcher;
};

} // namespace xq::jobs
