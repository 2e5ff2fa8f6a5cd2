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

/// Run the jobs that `next` makes (null: no more) on `threads` threads, the calling one among them,
/// and hand each finished job to `deliver` in the order in which they were made. `next` and
/// `deliver` run on the calling thread only, so `deliver` may keep a job for `next` to use again.
/// At most jobs_at_once(threads) exist at a time, so memory stays flat; with one thread no other is
/// started. What a job throws is thrown here when its turn to be delivered comes; what `next` or
/// `deliver` throws, at once. Jobs not yet started are then dropped. To cancel, throw.
void run_ordered(unsigned threads, const std::function<std::unique_ptr<Job>()>& next,
                 const std::function<void(std::unique_ptr<Job>)>& deliver);

} // namespace xq
