#include "commands/annotation_session.hpp"

#include "cli/interrupt.hpp"
#include "cli/next_step.hpp"
#include "cli/options/long_run_options.hpp"
#include "cli/talk.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <utility>

namespace xq::cli {

namespace {

using jobs::ResultFile;

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
  if (!m_counting && m_progress.needs_total()) {
    m_counting = true;
    m_run.count_positions();
  }
  const auto progress = m_run.progress();
  if (progress.searched == 0) { // all answers came from the journal: measure the speed from here
    m_progress.restart(progress.done, progress.positions);
  }
  m_progress.set_note(progress.game);
  static_cast<void>(m_progress.update(progress.done, progress.total, progress.positions));
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
