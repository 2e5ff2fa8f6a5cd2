#pragma once

#include "cli/files/run_output.hpp"
#include "cli/games/report.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "jobs/result_file.hpp"

#include <xq/annotation.hpp>
#include <xq/base/translate.hpp>

#include <cstdint>
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
  AnnotationSetup setup;
  bool want_text = true;       ///< write a text
  std::string text_path;       ///< of -o, or of the part; empty: stdout
  std::string page_path;       ///< empty: none
  bool remove_journal = false; ///< when all is done
  RejectOptions rejects;
};

/// What the page of a run begins with.
[[nodiscard]] std::string annotation_page_head(const AnnotationFrame& frame);

/// One run, from the first game to the summary.
class AnnotationSession {
public:
  AnnotationSession(const GlobalOptions& global, AnnotationOptions options);

  /// The journal is removed, if that is wanted, when every game is done and none failed.
  [[nodiscard]] Exit run();

private:
  void take(const AnnotatedGame& game);
  void show_progress();
  [[nodiscard]] Exit finish(StopReason reason);
  void say_summary();
  void say_next_step() const;
  void say_stopped(StopReason reason, jobs::ResultFile::Stopped text);
  /// How much was annotated, and where it is.
  [[nodiscard]] std::string annotated(jobs::ResultFile::Stopped text) const;
  void say(const std::string& line);

  const GlobalOptions& m_global;
  AnnotationOptions m_options;
  AnnotationRun m_run;
  std::mutex m_talk; ///< guards the progress line and everything else that writes to stderr
  Progress m_progress;
  bool m_counting = false; ///< of positions, for the progress line
  Report m_report;
  RunOutput m_output;
  std::uint64_t m_judged = 0;
  std::uint64_t m_failures = 0;
};

} // namespace xq::cli
