#include "jobs/solving/solving_run.hpp"

#include "base/workers.hpp"
#include "jobs/annotation/analyst_pool.hpp"

#include <xq/base/error.hpp>

#include <utility>

namespace xq::jobs {

namespace {

class SolvingJob final : public Job {
public:
  SolvingJob(const SolvingSetup& setup, AnalystPool& analysts, AnnotationInput::Item item)
      : m_setup{setup}, m_analysts{analysts} {
    out.number = item.number;
    out.game = std::move(item.game);
  }

  void run() override {
    const record::Game& game = *out.game;
    if (!game.usable() || game.standard_start()) {
      return;
    }
    std::optional<AnalystPool::Pool::Lease> analyst;
    auto options = m_setup.solve;
    if (m_setup.analysts) {
      analyst.emplace(m_analysts.pool());
      options.analyst = &**analyst;
    }
    options.keep_going = [this] { return m_analysts.stopped() == StopReason::none; };
    try {
      out.problem = analysis::solve(game, options);
    } catch (const analysis::AnalystError& e) {
      out.failure = e.what();
    }
  }

  SolvedRecord out;

private:
  const SolvingSetup& m_setup;
  AnalystPool& m_analysts;
};

} // namespace

StopReason solve_records(SolvingSetup setup, unsigned threads,
                         const std::function<void(SolvedRecord&&)>& deliver,
                         const std::function<void(const format::FileProblem&)>& on_file_problem) {
  const Shard all;
  auto input = setup.database.empty()
                   ? AnnotationInput{setup.files, setup.read, all, setup.limit}
                   : AnnotationInput{setup.database, setup.filter, all, setup.limit};
  AnalystPool analysts{setup.analysts.value_or(analysis::AnalystSource{}), setup.deadline,
                       setup.keep_going};
  const auto tell = [&] {
    for (const auto& problem : input.take_file_problems()) {
      on_file_problem(problem);
    }
  };
  try {
    run_ordered(
        threads,
        [&]() -> std::unique_ptr<Job> {
          if (analysts.stopped() != StopReason::none) {
            return nullptr;
          }
          auto item = input.next();
          return item ? std::make_unique<SolvingJob>(setup, analysts, std::move(*item)) : nullptr;
        },
        [&](std::unique_ptr<Job> job) {
          tell();
          deliver(std::move(static_cast<SolvingJob&>(*job).out));
        });
  } catch (const Interrupted&) { // of a job: the records before it have been delivered
    if (analysts.stopped() == StopReason::none) {
      throw;
    }
  }
  tell();
  return analysts.stopped();
}

} // namespace xq::jobs
