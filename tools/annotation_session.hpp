#pragma once

#include "annotation_input.hpp"
#include "annotation_part.hpp"
#include "annotation_run.hpp"
#include "annotation_totals.hpp"
#include "options.hpp"
#include "result_file.hpp"

#include <xq/analysis/analyst.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace xq::cli {

/// All that a run of `xq annotate` needs to know.
struct AnnotationSetup {
  AnnotationPlan plan;
  analysis::AnalystSource analysts;
  std::vector<std::string> inputs;
  format::ReadOptions read;
  std::string database; ///< empty: games come from files
  store::Filter filter;
  std::optional<Shard> shard;
  PartFrame frame;
  std::string text_path;       ///< of -o, or of the part; empty: stdout
  std::string page_path;       ///< empty: none
  std::string journal_path;    ///< empty: in a file that nobody sees
  bool remove_journal = false; ///< when all is done
  RejectOptions rejects;
  std::optional<Analysts::Clock::time_point> deadline;
};

/// Where results go: text, report.
class AnnotationOutput {
public:
  /// No text: `want_text` false; no report: an empty `page_path`.
  AnnotationOutput(bool want_text, const std::string& text_path, const std::string& page_path);

  void begin(const PartFrame& frame);
  void game(std::string_view text, std::string_view page);
  /// All games are there.
  void end(const PartFrame& frame);
  /// No more games come, though there are more; what became of the text.
  ResultFile::Stopped stop(const PartFrame& frame);

private:
  std::unique_ptr<ResultFile> m_text;
  std::unique_ptr<ResultFile> m_page;
};

/// One run, from the first game to the summary.
class AnnotationSession {
public:
  AnnotationSession(const GlobalOptions& global, const AnnotationSetup& setup);

  struct Result {
    Exit exit = Exit::ok;
    bool complete = false; ///< every game is done, none failed: the journal has served its purpose
  };
  [[nodiscard]] Result run();

private:
  void take(AnnotatedGame&& game);
  void tick();
  [[nodiscard]] Result finish();
  void say_summary();
  void say_stopped(StopReason reason, ResultFile::Stopped text);
  void say(const std::string& line);

  const GlobalOptions& m_global;
  const AnnotationSetup& m_setup;
  store::AnnotationJournal m_journal;
  AnnotationInput m_input;
  std::mutex m_talk; ///< guards the progress line and everything else that writes to stderr
  Progress m_progress;
  Report m_report;
  AnnotationOutput m_output;
  AnnotationTotals m_totals;
  AnnotationCounts m_counts;
  std::uint64_t m_games = 0;
  std::uint64_t m_judged = 0;
  std::uint64_t m_failures = 0;
  OutputCounts m_output_counts;
  AnnotationRun* m_running = nullptr; ///< under m_talk
  Analysts m_analysts;                ///< last: its thread calls tick()
};

} // namespace xq::cli
