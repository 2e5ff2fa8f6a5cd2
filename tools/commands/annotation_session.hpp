#pragma once

#include "cli/files/output.hpp"
#include "cli/games/report.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "jobs/result_file.hpp"

#include <xq/base/translate.hpp>
#include <xq/jobs/annotation.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace xq::cli {

/// The title of a page about several files; kept in parts as it stands here, translated where it is
/// shown.
inline constexpr std::string_view title_of_many = to_translate("Annotated games");

/// All that a run of `xq annotate` needs to know.
struct AnnotationOptions {
  jobs::AnnotationSetup setup;
  bool want_text = true;       ///< write a text
  std::string text_path;       ///< of -o, or of the part; empty: stdout
  std::string page_path;       ///< empty: none
  bool remove_journal = false; ///< when all is done
  std::uint64_t nodes = 0;     ///< that our own engine searches in a position; 0: no such limit
  RejectOptions rejects;
};

/// Where results go: text, report.
class AnnotationOutput {
public:
  /// No text: `want_text` false; no report: an empty `page_path`. Unfinished files that killed runs
  /// left are removed.
  AnnotationOutput(bool want_text, const std::string& text_path, const std::string& page_path);

  void begin(const jobs::AnnotationFrame& frame);
  void game(std::string_view text, std::string_view page);
  /// All games are there.
  void end(const jobs::AnnotationFrame& frame);
  /// What became of the files of a run that was stopped.
  struct Stopped {
    jobs::ResultFile::Stopped text = jobs::ResultFile::Stopped::written;
    jobs::ResultFile::Stopped page = jobs::ResultFile::Stopped::written;
  };
  /// No more games come, though there are more.
  Stopped stop(const jobs::AnnotationFrame& frame);

private:
  std::unique_ptr<jobs::ResultFile> m_text;
  std::unique_ptr<Output> m_stdout; ///< the text, where it does not go to a file
  std::unique_ptr<jobs::ResultFile> m_page;
};

/// One run, from the first game to the summary.
class AnnotationSession {
public:
  AnnotationSession(const GlobalOptions& global, AnnotationOptions options);

  /// The journal is removed, if that is wanted, when every game is done and none failed.
  [[nodiscard]] Exit run();

private:
  void say_other_answers();
  void take(const jobs::AnnotatedGame& game);
  void show_progress();
  /// Before a long run: how long it will take on this machine.
  void foretell(std::uint64_t positions);
  [[nodiscard]] Exit finish(jobs::StopReason reason);
  void say_summary();
  void say_next_step() const;
  void say_stopped(jobs::StopReason reason, jobs::ResultFile::Stopped text);
  /// How much was annotated, and where it is.
  [[nodiscard]] std::string annotated(jobs::ResultFile::Stopped text) const;
  void say(const std::string& line);

  const GlobalOptions& m_global;
  AnnotationOptions m_options;
  jobs::AnnotationRun m_run;
  std::mutex m_talk; ///< guards the progress line and everything else that writes to stderr
  Progress m_progress;
  bool m_counting = false;  ///< of positions, for the progress line
  bool m_foretells = false; ///< the time that it will take, once the positions are counted
  Report m_report;
  AnnotationOutput m_output;
  std::uint64_t m_judged = 0;
  std::uint64_t m_failures = 0;
};

} // namespace xq::cli
