#pragma once

#include "cli/files/run_output.hpp"
#include "cli/games/report.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "jobs/solving/solving_run.hpp"

#include <array>
#include <cstdint>
#include <mutex>
#include <string>

namespace xq::cli {

/// All that a run of `xq solve` needs to know.
struct SolvingOptions {
  jobs::SolvingSetup setup;
  std::string text_path;       ///< of the records, or of the part; empty: none are written
  std::string page_path;       ///< empty: none
  bool remove_journal = false; ///< when all is done
  RejectOptions rejects;
};

/// How often each answer was given.
using AnswerCounts = std::array<std::uint64_t, analysis::answer_count>;
/// `xq: 3 proved, 1 refuted ...`, and how many games were left alone.
void say_answers(const AnswerCounts& answers, std::uint64_t games);

/// One run, from the first record to the summary.
class SolvingSession {
public:
  SolvingSession(const GlobalOptions& global, SolvingOptions options);

  /// The journal is removed, if that is wanted, when every record is done and none failed.
  [[nodiscard]] Exit run();

private:
  void take(const jobs::SolvedRecord& record);
  /// For the time left; 0 for stdin, which cannot be read twice.
  [[nodiscard]] std::uint64_t count_records() const;
  [[nodiscard]] bool keep_going();
  [[nodiscard]] Exit finish(StopReason reason);
  void say_stopped(StopReason reason);
  void say(const std::string& line);

  const GlobalOptions& m_global;
  SolvingOptions m_options;
  jobs::SolvingRun m_run;
  std::mutex m_talk; ///< guards the progress line and everything else that writes to stderr
  Progress m_progress;
  Report m_report;
  RunOutput m_output;
  Output m_answers; ///< stdout
  AnswerCounts m_counts{};
  std::uint64_t m_done = 0;
  std::uint64_t m_total = 0; ///< 0: not known
  std::uint64_t m_games = 0; ///< that begin at the usual position
  std::uint64_t m_failures = 0;
};

} // namespace xq::cli
