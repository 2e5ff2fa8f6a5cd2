#pragma once

#include "analysis/solve/solve.hpp"
#include "jobs/annotation/analyst_pool.hpp"
#include "jobs/annotation/annotation_input.hpp"
#include "store/annotation_journal.hpp"

#include <xq/annotation.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::jobs {

/// A record of a collection and what was found about it.
struct SolvedRecord {
  std::uint64_t number = 0; ///< among those of all shards, from 1: by it parts are put together
  std::unique_ptr<record::Game> game;
  std::optional<analysis::SolvedProblem> problem; ///< none: no position, or a game from the start
  std::string failure;                            ///< why the engine could not be asked

  std::string answer; ///< what SolvingSetup::tell makes of it; empty without a problem
  std::string text;   ///< what SolvingSetup::write makes of it
  std::string page;   ///< what SolvingSetup::page makes of it; empty without a problem
};

/// The functions are called on all threads and may be empty.
struct SolvingSetup {
  std::vector<std::string> files; ///< records come from these ...
  format::ReadOptions read;       ///< (the format's name must outlive the run)
  std::string database;           ///< ... or, where this is not empty, from here
  store::Filter filter;           ///< which of the database
  std::uint64_t limit = 0;        ///< only the first so many records; 0: all
  std::optional<Shard> shard;     ///< only these; the journal becomes a part for SolvingMerge
  analysis::SolveOptions solve;   ///< its analyst and keep_going are set by the run
  std::optional<analysis::AnalystSource> analysts; ///< none: nobody is asked
  /// Keeps each answer as soon as it is there: another run with the same journal and options does
  /// not look for it again. Empty: a temporary file.
  std::string journal;
  AnnotationFrame frame;

  std::function<std::string(const SolvedRecord&)> tell;
  /// Appends the record with what was found to `out`. What its format has no place for, or why it
  /// cannot be written, become problems of the record.
  std::function<std::vector<Problem>(std::string& out, const SolvedRecord&)> write;
  std::function<std::string(const SolvedRecord&)> page;

  std::optional<RunClock::time_point> deadline;
  std::function<bool()> keep_going; ///< asked ten times a second; may be empty
};

/// Everything that answers depend on besides the records, in words.
[[nodiscard]] std::string solving_identity(const SolvingSetup& setup);

/// The answer of the journal, else of analysis::solve(), and then the journal has it. For any
/// thread. Throws Interrupted once the analysts are stopped, AnalystError, DbError.
[[nodiscard]] analysis::SolvedProblem solve_kept(const record::Game& game,
                                                 const SolvingSetup& setup,
                                                 store::AnnotationJournal& journal,
                                                 AnalystPool& analysts);

/// One run over a collection. Functions throw Error: FileError for records that cannot be read,
/// DbError for the journal.
class SolvingRun {
public:
  /// Opens the journal and the records.
  explicit SolvingRun(SolvingSetup setup);
  ~SolvingRun();
  SolvingRun(const SolvingRun&) = delete;
  SolvingRun& operator=(const SolvingRun&) = delete;

  /// Solves the records, one on each thread, and calls `deliver` on this thread for each in order.
  /// After a stop those before the first unfinished one have been delivered. What is delivered is
  /// the same for any number of threads, and whatever the journal knew. Once only. With a shard,
  /// throws UsageError when the journal is a part of another run.
  StopReason run(unsigned threads, const std::function<void(SolvedRecord&&)>& deliver);

  /// Files that could not be read so far, each once. On the thread of run().
  [[nodiscard]] std::vector<format::FileProblem> take_file_problems();
  /// Answers in the journal that serve this run.
  [[nodiscard]] std::uint64_t answers();
  /// Answers in the journal with other options, and those of most of them.
  [[nodiscard]] AnnotationRun::OtherAnswers other_answers();
  /// Remove the journal's file: nothing is to be resumed. No other function may be called after.
  void remove_journal();

private:
  class State;
  std::unique_ptr<State> m_state;
};

/// What a part keeps of a record.
struct SolvedPart {
  std::optional<analysis::Answer> answer; ///< none: not a problem
  std::string_view told;                  ///< SolvedRecord::answer
  std::string_view text;
  std::string_view page;
};

/// The parts of one run, put together.
class SolvingMerge {
public:
  /// Throws Error for parts that do not belong together, are not finished, or are not all there.
  explicit SolvingMerge(const std::vector<std::string>& paths) : m_parts{paths, "xq solve"} {}

  [[nodiscard]] const AnnotationFrame& frame() const noexcept { return m_parts.frame(); }
  /// In the order of the collection. Throws Error for a part that is damaged.
  void for_each(const std::function<void(const SolvedPart&)>& visit);

private:
  AnnotationMerge m_parts;
};

} // namespace xq::jobs
