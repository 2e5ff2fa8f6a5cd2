#include "commands/annotation_session.hpp"

#include "cli/interrupt.hpp"
#include "cli/next_step.hpp"
#include "cli/options/long_run_options.hpp"
#include "cli/talk.hpp"
#include "engine/bench.hpp"
#include "jobs/annotation/work_estimate.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <cmath>
#include <utility>

namespace xq::cli {

namespace {

using jobs::ResultFile;

constexpr double least_foretold_seconds = 120;
/// Even the slowest machine searches so many: what takes it less than least_foretold_seconds is not
/// foretold.
constexpr double least_nodes_a_second = 100'000;
constexpr int speed_test_depth = 7; // a tenth of a second
constexpr double seconds_a_minute = 60;

} // namespace

std::string annotation_page_head(const AnnotationFrame& frame) {
  const std::string title{frame.title == title_of_many ? translate(title_of_many)
                                                       : std::string_view{frame.title}};
  return render::report_head(title, frame.annotator);
}

AnnotationSession::AnnotationSession(const GlobalOptions& global, AnnotationOptions options)
    : m_global{global},
      m_options{std::move(options)},
      m_run{[this] {
        auto setup = m_options.setup;
        setup.keep_going = [this] {
          show_progress();
          return !interrupted();
        };
        return setup;
      }()},
      m_progress{global, to_translate("annotating"), to_translate("{} positions")},
      m_report{global, m_options.rejects, m_progress, m_options.setup.files},
      m_output{m_options.want_text && !m_options.setup.shard, m_options.text_path,
               m_options.page_path} {}

Exit AnnotationSession::run() {
  if (const auto others = other_answers_text(m_run, m_options.setup.journal); !others.empty()) {
    say(others);
  }
  m_foretells = !m_global.quiet && m_options.nodes != 0 && m_run.answers() == 0;
  m_progress.announce_time_left();
  const auto& frame = m_options.setup.frame;
  m_output.write(frame.header, m_output.has_page() ? annotation_page_head(frame) : std::string{});
  const auto reason = m_run.run(m_global.threads, [this](AnnotatedGame&& game) { take(game); });
  return finish(reason);
}

void AnnotationSession::take(const AnnotatedGame& game) {
  const std::lock_guard lock{m_talk};
  for (const auto& problem : m_run.take_file_problems()) {
    m_report.take(problem);
  }
  Findings findings;
  findings.add(*game.game);
  m_report.take(findings);
  m_judged += game.judged ? 1 : 0;
  if (!game.failure.empty()) {
    ++m_failures;
    m_progress.clear();
    talk("xq: {}: game {} is left as it was: {}\n", game.game->source, game.number,
         game.failure); // an error, so also with --quiet
  }
  if (!m_options.setup.shard) {
    m_output.write(game.text, game.page);
  }
}

/// Called by a thread of the run.
void AnnotationSession::show_progress() {
  const std::unique_lock lock{m_talk, std::try_to_lock};
  if (!lock) {
    return;
  }
  if (!m_counting && (m_foretells || m_progress.needs_total())) {
    m_counting = true;
    m_run.count_positions();
  }
  const auto progress = m_run.progress();
  if (m_foretells && progress.total != 0) {
    m_foretells = false;
    foretell(progress.total);
  }
  if (progress.searched == 0) { // all answers came from the journal: measure the speed from here
    m_progress.restart(progress.done, progress.positions);
  }
  m_progress.set_note(progress.game);
  static_cast<void>(m_progress.update(progress.done, progress.total, progress.positions));
}

void AnnotationSession::foretell(std::uint64_t positions) {
  const double nodes = static_cast<double>(positions) * static_cast<double>(m_options.nodes) *
                       jobs::searches_a_position(m_options.setup.looks);
  if (nodes / m_global.threads < least_foretold_seconds * least_nodes_a_second) {
    return;
  }
  engine::Options options;
  options.hash_megabytes = 1;
  const auto speed = engine::run_bench(speed_test_depth, options, interrupted);
  if (!speed || speed->time.count() == 0) {
    return;
  }
  const double a_second = 1000.0 * static_cast<double>(speed->nodes) /
                          static_cast<double>(speed->time.count()) * m_global.threads;
  if (const double seconds = nodes / a_second; seconds >= least_foretold_seconds) {
    const auto minutes = static_cast<std::uint64_t>(std::llround(seconds / seconds_a_minute));
    say(localized("{}, {} nodes each: about {} on this machine",
                  counted(positions, "{} position", "{} positions"), m_options.nodes,
                  minutes_text(minutes)));
  }
}

Exit AnnotationSession::finish(StopReason reason) {
  for (const auto& problem : m_run.take_file_problems()) {
    m_report.take(problem);
  }
  m_progress.clear();
  const auto& frame = m_options.setup.frame;
  RunOutput::Stopped kept;
  const bool complete = reason == StopReason::none && m_report.is_complete();
  if (complete) {
    m_output.end(frame.footer, render::report_foot());
  } else {
    kept = m_output.stop(frame.footer, render::report_foot());
  }
  const Exit exit = m_report.finish();
  say_summary();
  if (kept.page == ResultFile::Stopped::beside) {
    talk("xq: the report is in {0}.partial ({0} is another result and stays)\n",
         m_options.page_path); // also with --quiet, as by other tools
  }
  if (reason != StopReason::none) {
    say_stopped(reason, kept.text);
    return reason == StopReason::time ? Exit::negative : Exit::interrupted;
  }
  if (!complete) {
    say(localized("not every input could be read to its end: {}", annotated(kept.text)));
    return m_failures != 0 ? Exit::failure : exit;
  }
  if (m_failures != 0) {
    return Exit::failure;
  }
  if (m_options.remove_journal) {
    m_run.remove_journal();
  }
  say_next_step();
  return exit;
}

void AnnotationSession::say_next_step() const {
  const auto& setup = m_options.setup;
  if (m_judged == 0 || !is_watched(m_global)) {
    return;
  }
  if (!m_global.verbose && (!m_options.text_path.empty() || !setup.database.empty())) {
    talk_lines(fmt::format("xq: {}\n", annotated(ResultFile::Stopped::written)));
  }
  if (setup.shard) {
    say_next(m_global,
             localized("when all parts are there: {}", "xq annotate --merge PART... -o OUT"));
  } else if (!m_options.page_path.empty()) {
    say_next(m_global, localized("open {} in a browser", shell_word(m_options.page_path)));
  } else if (!setup.database.empty()) {
    say_next(m_global, fmt::format("sqlite3 -box {} 'SELECT red, black, red_accuracy, "
                                   "black_accuracy FROM annotations'",
                                   shell_word(setup.database)));
  } else if (!m_options.text_path.empty()) {
    say_next(m_global, localized("open {} in a program for PGN", shell_word(m_options.text_path)),
             localized("add --report FILE.html"));
  }
}

void AnnotationSession::say_summary() {
  if (m_global.verbose) {
    const auto done = m_run.progress();
    say(localized("{} annotated, {}, {}: {} searched, {} known before",
                  counted(m_judged, "{} game", "{} games"),
                  counted(done.positions, "{} position", "{} positions"),
                  counted(done.searched + done.cached, "{} question", "{} questions"),
                  done.searched, done.cached));
  }
}

void AnnotationSession::say_stopped(StopReason reason, ResultFile::Stopped text) {
  const auto why =
      reason == StopReason::time ? translate("the time is over") : translate("interrupted");
  const auto done = annotated(text);
  const std::string& journal = m_options.setup.journal;
  if (journal.empty()) {
    say(localized("{}: {}. Nothing is kept to go on from: give -o OUT or --journal.", why, done));
    return;
  }
  say(localized("{}: {}, {} kept in {}. Run the same command again to go on.", why, done,
                counted(m_run.answers(), "{} answer", "{} answers"), journal));
}

std::string AnnotationSession::annotated(ResultFile::Stopped text) const {
  const auto games = counted(m_judged, "{} game", "{} games");
  const std::string& path = m_options.text_path;
  if (!m_options.want_text || m_options.setup.shard || path.empty()) {
    return localized("{} annotated", games);
  }
  if (text == ResultFile::Stopped::written) {
    return localized("{} annotated in {}", games, path);
  }
  if (text == ResultFile::Stopped::former) {
    return localized("{} annotated ({} has these and more from before)", games, path);
  }
  return localized("{0} annotated in {1}.partial ({1} is another result and stays)", games, path);
}

void AnnotationSession::say(const std::string& line) {
  if (!m_global.quiet) {
    m_progress.clear();
    talk_lines(fmt::format("xq: {}\n", line));
  }
}

} // namespace xq::cli
