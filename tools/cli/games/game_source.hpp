#pragma once

#include "cli/games/report.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "command.hpp"

#include <xq/store/game_database.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace xq::cli {

/// `IN...` or a game database: where a tool looks for games.
struct GameSourceOptions {
  InputOptions input;
  std::string database; ///< empty: files

  /// `what`: of the database.
  void describe(OptionSet& options, std::string what);
  /// Throws UsageError unless there is one of both, or where a filter needs a database.
  void check(const FilterOptions& filter) const;
  /// What a message calls them.
  [[nodiscard]] std::string name() const;
};

/// Games that are read, and how.
struct ReadSource {
  const GameSourceOptions& source;
  const FilterOptions& filter; ///< complete
  format::ReadOptions options; ///< of files
  unsigned threads = 1;
};

/// Read the games that pass the filter, of files those that can be used: `work(game, output)` runs
/// on the workers, `emit(output)` on the calling thread, see format::read_games() and
/// store::read_games(). What is wrong with files goes to the report. Throws Interrupted.
template <typename Output>
void read_source(ReadSource from, Report& report, Progress& progress,
                 const std::function<void(record::Game&, Output&)>& work,
                 const std::function<void(Output&&)>& emit) {
  struct Part {
    Output output;
    Findings findings;
    std::uint64_t games = 0;
  };
  if (from.source.database.empty()) {
    from.filter.restrict(from.options);
    format::read_games<Part>(
        from.source.input.inputs, from.options,
        [&](record::Game& game, Part& part) {
          part.findings.add(game);
          if (game.usable()) {
            work(game, part.output);
          }
        },
        [&](Part&& part) {
          report.take(part.findings);
          emit(std::move(part.output));
        },
        [&](const format::FileProblem& problem) { report.take(problem); }, progress.function());
    return;
  }
  const auto& filter = from.filter.filter;
  // To count what --unique leaves is the work of finding it.
  const auto total = filter.unique ? 0 : store::GameDatabase{from.source.database}.count(filter);
  std::uint64_t done = 0;
  store::read_games<Part>(
      from.source.database, filter, from.threads,
      [&](record::Game& game, Part& part) {
        ++part.games;
        work(game, part.output);
      },
      [&](Part&& part) {
        done += part.games;
        emit(std::move(part.output));
        if (!progress.update(done, static_cast<std::uint64_t>(total), done)) {
          throw_if_interrupted();
        }
      });
}

} // namespace xq::cli
