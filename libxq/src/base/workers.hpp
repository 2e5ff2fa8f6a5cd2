#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace xq {

/// A piece of work for run_ordered(): made and delivered on the calling thread, run on any.
class Job {
public:
  Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  virtual ~Job() = default;
  virtual void run() = 0;
};

/// `threads` as asked for on a command line: 0 means one for each core.
[[nodiscard]] unsigned resolve_threads(unsigned threads) noexcept;

/// How many jobs run_ordered() has under way or waiting for their turn: enough to keep all threads
/// busy while a delivery takes its time.
[[nodiscard]] constexpr std::size_t jobs_at_once(unsigned threads) noexcept {
  return threads <= 1 ? 1 : std::size_t{threads} * 4;
}

/// The jobs of run_ordered(), asked for one by one instead of delivered.
class JobStream {
public:
  /// As run_ordered(); `next` is called by pop() alone.
  JobStream(unsigned threads, std::function<std::unique_ptr<Job>()> next);
  /// Jobs that run are waited for, those not yet started are dropped.
  ~JobStream();
  JobStream(const JobStream&) = delete;
  JobStream& operator=(const JobStream&) = delete;

  /// The next job in the order in which they were made, finished; null after the last. Throws what
  /// the job threw, or `next`.
  [[nodiscard]] std::unique_ptr<Job> pop();

private:
  class Flight;
  class Helpers;
  std::function<std::unique_ptr<Job>()> m_next;
  std::size_t m_limit;
  std::unique_ptr<Flight> m_flight;
  std::unique_ptr<Helpers> m_helpers; ///< after m_flight: they end before it does; null: one thread
  bool m_more = true;
};

/// Run the jobs that `next` makes (null: no more) on `threads` threads, the calling one among them,
/// and hand each finished job to `deliver` in the order in which they were made. `next` and
/// `deliver` run on the calling thread only, so `deliver` may keep a job for `next` to use again.
/// At most jobs_at_once(threads) exist at a time, so memory stays flat; with one thread no other is
/// started. What a job throws is thrown here when its turn to be delivered comes; what `next` or
/// `deliver` throws, at once. Jobs not yet started are then dropped. To cancel, throw.
void run_ordered(unsigned threads, const std::function<std::unique_ptr<Job>()>& next,
                 const std::function<void(std::unique_ptr<Job>)>& deliver);

} // namespace xq
