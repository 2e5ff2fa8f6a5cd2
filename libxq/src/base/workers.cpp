#include "base/workers.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace xq {

namespace {

/// A job in flight, in the order of delivery.
struct Slot {
  std::unique_ptr<Job> job;
  std::exception_ptr failure;
  bool started = false;
  bool done = false;
};

void run(Slot& slot) noexcept {
  try {
    slot.job->run();
  } catch (...) {
    slot.failure = std::current_exception();
  }
}

} // namespace

/// The jobs in flight, shared between the calling thread and the helpers.
class JobStream::Flight {
public:
  [[nodiscard]] std::size_t size() const noexcept { return m_slots.size(); }

  void push(std::unique_ptr<Job> job) {
    {
      const std::lock_guard lock{m_mutex};
      m_slots.push_back(std::make_unique<Slot>());
      m_slots.back()->job = std::move(job);
    }
    m_work.notify_one();
  }

  /// The oldest job, finished. Works on jobs meanwhile instead of waiting.
  std::unique_ptr<Slot> pop() {
    std::unique_lock lock{m_mutex};
    while (!m_slots.front()->done) {
      if (Slot* slot = start_one()) {
        lock.unlock();
        run(*slot);
        lock.lock();
        slot->done = true;
      } else {
        m_finished.wait(lock, [this] { return m_slots.front()->done; });
      }
    }
    auto oldest = std::move(m_slots.front());
    m_slots.pop_front();
    return oldest;
  }

  void help() {
    std::unique_lock lock{m_mutex};
    while (true) {
      Slot* slot = nullptr;
      m_work.wait(lock, [&] { return m_ends || (slot = start_one()) != nullptr; });
      if (slot == nullptr) {
        return;
      }
      lock.unlock();
      run(*slot);
      lock.lock();
      slot->done = true;
      m_finished.notify_one();
    }
  }

  /// Let help() return.
  void end() {
    {
      const std::lock_guard lock{m_mutex};
      m_ends = true;
    }
    m_work.notify_all();
  }

private:
  /// Mark the oldest job that waits as started; null if none waits.
  Slot* start_one() noexcept {
    const auto found = std::find_if(m_slots.begin(), m_slots.end(),
                                    [](const auto& slot) { return !slot->started; });
    if (found == m_slots.end()) {
      return nullptr;
    }
    (*found)->started = true;
    return found->get();
  }

  std::mutex m_mutex;
  // Not the one that waits for a std::stop_token: with g++ 12 for Windows that never returns when
  // the token is stopped while a thread begins or ends to wait.
  std::condition_variable m_work;
  std::condition_variable m_finished;
  bool m_ends = false;
  std::deque<std::unique_ptr<Slot>> m_slots; ///< changed in size by the calling thread only
};

/// Threads that help; the destructor ends them.
class JobStream::Helpers {
public:
  Helpers(Flight& flight, unsigned count) : m_flight{flight} {
    m_threads.reserve(count);
    try {
      for (unsigned i = 0; i < count; ++i) {
        m_threads.emplace_back([&flight] { flight.help(); });
      }
    } catch (...) { // the system has no more of them
      m_flight.end();
      throw;
    }
  }
  ~Helpers() { m_flight.end(); }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

private:
  Flight& m_flight;
  std::vector<std::jthread> m_threads;
};

JobStream::JobStream(unsigned threads, std::function<std::unique_ptr<Job>()> next)
    : m_next{std::move(next)}, m_limit{jobs_at_once(threads)} {
  if (threads > 1) {
    m_flight = std::make_unique<Flight>();
    m_helpers = std::make_unique<Helpers>(*m_flight, threads - 1);
  }
}

JobStream::~JobStream() = default;

std::unique_ptr<Job> JobStream::pop() {
  if (!m_flight) {
    auto job = m_next();
    if (job) {
      job->run();
    }
    return job;
  }
  while (m_more && m_flight->size() < m_limit) {
    auto job = m_next();
    m_more = job != nullptr;
    if (m_more) {
      m_flight->push(std::move(job));
    }
  }
  if (m_flight->size() == 0) {
    return nullptr;
  }
  auto slot = m_flight->pop();
  if (slot->failure) {
    std::rethrow_exception(slot->failure);
  }
  return std::move(slot->job);
}

unsigned resolve_threads(unsigned threads) noexcept {
  return threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
}

void run_ordered(unsigned threads, const std::function<std::unique_ptr<Job>()>& next,
                 const std::function<void(std::unique_ptr<Job>)>& deliver) {
  JobStream jobs{threads, next};
  while (auto job = jobs.pop()) {
    deliver(std::move(job));
  }
}

} // namespace xq
