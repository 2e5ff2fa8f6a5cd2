#pragma once

#include "base/workers.hpp"
#include "jobs/annotation/analyst_pool.hpp"
#include "jobs/parts/part_set.hpp"

#include <xq/base/error.hpp>

#include <memory>
#include <utility>

namespace xq::jobs {

/// Works on the games of `run.input`, each a GameJob{run, analysts, item} on one of `threads`. What
/// each has come to, GameJob::out, goes to run.keep() and to `deliver` in the order of the input;
/// the journal of a part is ended with the last. Returns what stopped it.
template <typename GameJob, typename Run, typename Deliver>
StopReason work_on_games(Run& run, AnalystPool& analysts, unsigned threads,
                         const Deliver& deliver) {
  try {
    run_ordered(
        threads,
        [&]() -> std::unique_ptr<Job> {
          if (analysts.stopped() != StopReason::none) {
            return nullptr;
          }
          auto item = run.input.next();
          return item ? std::make_unique<GameJob>(run, analysts, std::move(*item)) : nullptr;
        },
        [&](std::unique_ptr<Job> job) {
          auto& out = static_cast<GameJob&>(*job).out;
          run.keep(out);
          deliver(std::move(out));
        });
  } catch (const Interrupted&) { // of a job: the games before it have been delivered
    if (analysts.look_now() == StopReason::none) { // a job may have looked by itself
      throw;
    }
  }
  const auto reason = analysts.stopped();
  if (reason == StopReason::none && run.setup.shard && run.input.is_complete()) {
    end_part(*run.journal, run.input.games_seen());
  }
  return reason;
}

} // namespace xq::jobs
