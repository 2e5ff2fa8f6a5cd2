#pragma once

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

/// Run the jobs that `next` makes (null: no more) on `threads` threads, the calling one among them,
/// and hand each finished job to `deliver` in the order in which they were made. `next` and
/// `deliver` run on the calling thread only, so `deliver` may keep a job for `next` to use again.
/// At most `threads` * 2 + 1 jobs exist at a time, so memory stays flat; with one thread no other
/// is started. What a job throws is thrown here when its turn to be delivered comes; what `next` or
/// `deliver` throws, at once. Jobs not yet started are then dropped. To cancel, throw.
void run_ordered(unsigned threads, const std::function<std::unique_ptr<Job>()>& next,
                 const std::function<void(std::unique_ptr<Job>)>& deliver);

} // namespace xq
