#pragma once

#include "base/workers.hpp"
#include "jobs/annotation/analyst_pool.hpp"
#include "jobs/annotation/annotation_input.hpp"
#include "jobs/parts/part_set.hpp"

#include <xq/base/error.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace xq::jobs {

/// A run that asks engines about the games of a collection: what is wanted, the games, and the
/// journal of the answers. The journal of a part keeps what its games came to, too.
template <typename Setup>
struct GameRun {
  /// `identity(setup)`: everything that answers depend on besides the games, in words.
  template <typename Identity>
  GameRun(Setup wanted, const Identity& identity)
      : setup{std::move(wanted)},
        journal{std::make_unique<store::AnnotationJournal>(setup.journal, identity(setup))},
        input{open_input()} {}

  [[nodiscard]] AnnotationInput open_input() const {
    const Shard shard = setup.shard.value_or(Shard{});
    return setup.database.empty()
               ? AnnotationInput{setup.files, setup.read, shard, setup.limit}
               : AnnotationInput{setup.database, setup.filter, shard, setup.limit};
  }

  /// Before the first game.
  void begin() {
    if (!setup.shard) {
      return;
    }
    const AnnotationFrame& frame = setup.frame;
    begin_part(*journal, frame.settings, *setup.shard);
    journal->set_part_value("header", frame.header);
    journal->set_part_value("footer", frame.footer);
    journal->set_part_value("annotator", frame.annotator);
    journal->set_part_value("title", frame.title);
  }

  [[nodiscard]] std::uint64_t answers() const {
    return static_cast<std::uint64_t>(journal->evaluations());
  }

  [[nodiscard]] AnnotationRun::OtherAnswers other_answers() const {
    auto others = journal->others();
    return {static_cast<std::uint64_t>(others.evaluations), std::move(others.identity)};
  }

  void remove_journal() {
    journal.reset(); // closes it
    store::remove_journal(setup.journal);
  }

  const Setup setup;
  std::unique_ptr<store::AnnotationJournal> journal;
  AnnotationInput input;
};

/// Works on the games of a GameRun, each a GameJob{run, analysts, item} on one of `threads`. What
/// each has come to, GameJob::out, goes to `deliver` in the order of the input, and to the journal
/// of a part, with the bytes of GameJob::for_part(); that journal is ended with the last game.
/// Returns what stopped it.
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
          if (!out.failure.empty()) {
            run.journal->add_failure(out.number, out.game->source, out.failure);
          }
          if (run.setup.shard) {
            run.journal->add_part_game(out.number, GameJob::for_part(out), out.page);
          }
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
