#pragma once

// Judging an opening book: an engine looks at every position, and what it thinks of the last ones
// is counted back to the first. In one run, or in shards on several machines; it may be interrupted
// at any moment.
//
//     ScoringSetup setup;
//     setup.book = "archive.xqbook";
//     setup.target = "judged.xqbook";
//     setup.analysts = analysis::own_analysts({.nodes = 50'000}, {}, "1");
//     ScoringRun run{setup};
//     if (run.run() == StopReason::none) {
//       std::cout << run.totals().positions << " positions\n";
//     }

#include <xq/analysis/analyst.hpp>
#include <xq/annotation.hpp>
#include <xq/board/position.hpp>
#include <xq/board/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xq {

struct ScoringSetup {
  std::string book;
  std::string target; ///< where the judged book goes; may be `book`. Of a shard: the part
  /// Judge what is reached from here, and leave other judgements of the book as they are; empty:
  /// judge all that is reached from the start position, and from where earlier runs began.
  std::vector<Position> from;
  std::vector<Position> more;   ///< positions that are judged, too, though nobody played them
  std::uint32_t min_games = 1;  ///< follow moves of so many games
  int max_ply = 0;              ///< so far from where it begins; 0: to their end
  std::uint64_t expand = 0;     ///< add so many positions ...
  std::uint64_t rounds = 16;    ///< ... at most in so many rounds, of 64 or more; a shard: in one
  RuleSet rules = RuleSet::wxf; ///< judge play without end

  analysis::AnalystSource analysts;
  /// Keeps each answer at once, see AnnotationSetup. Empty: a temporary file.
  std::string journal;
  std::optional<Shard> shard;     ///< judge only these positions; `target` becomes a part
  std::vector<std::string> parts; ///< not empty: take all answers from the parts of one run

  unsigned threads = 1;
  std::size_t memory = std::size_t{4} << 30U; ///< for the positions, 400 bytes each
  std::optional<RunClock::time_point> deadline;
  /// Called ten times a second on a thread of its own; false stops the run. May be empty.
  std::function<bool()> keep_going;
};

struct ScoringProgress {
  /// What is done now.
  enum class Step : std::uint8_t { reading, judging, writing };
  Step step = Step::reading;
  std::uint64_t done = 0;  ///< rows read, positions judged, rows written
  std::uint64_t total = 0; ///< positions to be judged in this round; 0: not known
  std::uint64_t searched = 0;
  std::uint64_t cached = 0; ///< answers of the journal or of the book
};

struct ScoringTotals {
  std::uint64_t positions = 0; ///< judged, in the book
  std::uint64_t added = 0;     ///< by `expand`
  std::uint64_t moves = 0;     ///< with a score
  std::uint64_t searched = 0;  ///< questions to the engine
  std::uint64_t cached = 0;    ///< answers of the journal or of the book
  std::optional<int> score;    ///< of the first root, for the side to move
};

/// One run. The result depends on the book, the analyst's identity, and of the setup on `from`,
/// `more`, min_games, max_ply, expand, rounds and rules: not on threads, shards or interruptions.
class ScoringRun {
public:
  /// Opens the journal and locks the book if it is to be replaced. Throws FileError, DbError.
  explicit ScoringRun(ScoringSetup setup);
  ~ScoringRun();
  ScoringRun(const ScoringRun&) = delete;
  ScoringRun& operator=(const ScoringRun&) = delete;

  /// After a stop the target is as it was before, and the journal has the answers. Once only.
  /// Throws UsageError, AnalystError, DbError, FileError.
  StopReason run();

  [[nodiscard]] ScoringProgress progress() const; ///< any thread
  [[nodiscard]] ScoringTotals totals() const;
  /// Answers of this analyst in the journal.
  [[nodiscard]] std::uint64_t answers();
  /// Remove the journal's file: nothing is to be resumed. No other function may be called after.
  void remove_journal();

private:
  class State;
  std::unique_ptr<State> m_state;
};

} // namespace xq
