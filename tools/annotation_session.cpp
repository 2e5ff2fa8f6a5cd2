#include "annotation_session.hpp"

#include "counted.hpp"
#include "talk.hpp"

#include <xq/base/error.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>
#include <utility>

namespace xq::cli {

namespace {

AnnotationInput open_input(const AnnotationSetup& setup) {
  const Shard shard = setup.shard.value_or(Shard{});
  return setup.database.empty() ? AnnotationInput{setup.inputs, setup.read, shard}
                                : AnnotationInput{setup.database, setup.filter, shard};
}

} // namespace

AnnotationOutput::AnnotationOutput(bool want_text, const std::string& text_path,
                                   const std::string& page_path) {
  if (want_text) {
    m_text = std::make_unique<ResultFile>(text_path);
  }
  if (!page_path.empty()) {
    m_page = std::make_unique<ResultFile>(page_path);
  }
}

void AnnotationOutput::begin(const PartFrame& frame) {
  if (m_text) {
    m_text->write(frame.header);
  }
  if (m_page) {
    m_page->write(render::report_head(frame.title, frame.annotator));
  }
}

void AnnotationOutput::game(std::string_view text, std::string_view page) {
  if (m_text) {
    m_text->write(text);
  }
  if (m_page) {
    m_page->write(page);
  }
}

void AnnotationOutput::end(const PartFrame& frame) {
  if (m_text) {
    m_text->finish(frame.footer);
  }
  if (m_page) {
    m_page->finish(render::report_foot());
  }
}

ResultFile::Stopped AnnotationOutput::stop(const PartFrame& frame) {
  if (m_page) {
    static_cast<void>(m_page->stop(render::report_foot()));
  }
  return m_text ? m_text->stop(frame.footer) : ResultFile::Stopped::written;
}

AnnotationSession::AnnotationSession(const GlobalOptions& global, const AnnotationSetup& setup)
    : m_global{global},
      m_setup{setup},
      m_journal{setup.journal_path, setup.analysts.identity},
      m_input{open_input(setup)},
      m_progress{global, "annotating", "positions"},
      m_report{global, setup.rejects, m_progress},
      m_output{setup.plan.want_text && !setup.shard, setup.text_path, setup.page_path},
      m_analysts{setup.analysts, setup.deadline, [this] { tick(); }} {}

AnnotationSession::Result AnnotationSession::run() {
  const Shard shard = m_setup.shard.value_or(Shard{});
  if (m_setup.shard) {
    begin_part(m_journal, m_setup.frame, shard);
  }
  if (m_progress.enabled() && m_setup.database.empty()) {
    m_totals.count_files(m_setup.inputs, m_setup.read, shard);
  } else if (m_progress.enabled()) {
    m_totals.count_games(m_setup.database, m_setup.filter, shard);
  }
  m_output.begin(m_setup.frame);
  AnnotationRun run{m_setup.plan, m_journal, m_analysts, m_counts};
  {
    const std::lock_guard lock{m_talk};
    m_running = &run;
  }
  try {
    run.go(m_global.threads, m_input, [this](AnnotatedGame&& game) { take(std::move(game)); });
  } catch (...) {
    const std::lock_guard lock{m_talk};
    m_running = nullptr;
    throw;
  }
  const std::lock_guard lock{m_talk};
  m_running = nullptr;
  return finish();
}

void AnnotationSession::take(AnnotatedGame&& game) {
  const std::lock_guard lock{m_talk};
  for (const auto& problem : m_input.take_file_problems()) {
    m_report.take(problem);
  }
  m_report.take(game.findings);
  m_output_counts += game.counts;
  ++m_games;
  m_judged += game.judged ? 1 : 0;
  if (!game.failure.empty()) {
    ++m_failures;
    m_journal.add_failure(game.number, game.source, game.failure);
    m_progress.clear();
    talk("xq: {}: game {} is left as it was: {}\n", game.source, game.number,
         game.failure); // an error, so also with --quiet
  }
  if (m_setup.shard) {
    m_journal.add_part_game(game.number, game.text, game.page);
  } else {
    m_output.game(game.text, game.page);
  }
}

/// On the watching thread.
void AnnotationSession::tick() {
  const std::unique_lock lock{m_talk, std::try_to_lock};
  if (!lock || m_running == nullptr) {
    return;
  }
  const std::uint64_t positions = m_counts.positions;
  if (m_counts.searched == 0) {
    m_progress.restart(positions, positions); // so far it was all known
  }
  m_progress.set_note(m_running->current());
  static_cast<void>(m_progress.update(positions, m_totals.positions(), positions));
}

AnnotationSession::Result AnnotationSession::finish() {
  for (const auto& problem : m_input.take_file_problems()) {
    m_report.take(problem);
  }
  m_progress.clear();
  const StopReason reason = m_analysts.stopped();
  auto kept = ResultFile::Stopped::written;
  if (reason == StopReason::none) {
    m_output.end(m_setup.frame);
  } else {
    kept = m_output.stop(m_setup.frame);
  }
  if (reason == StopReason::none && m_setup.shard) {
    end_part(m_journal, m_input.games_seen());
  }
  const Exit exit = m_report.finish();
  say_summary();
  if (reason != StopReason::none) {
    say_stopped(reason, kept);
    return {reason == StopReason::time ? Exit::negative : Exit::interrupted, false};
  }
  return {m_failures != 0 ? Exit::failure : exit, m_failures == 0};
}

void AnnotationSession::say_summary() {
  if (m_global.verbose) {
    say(fmt::format("{} annotated, {}, {}: {} searched, {} known before", counted(m_judged, "game"),
                    counted(m_counts.positions, "position"),
                    counted(m_counts.searched + m_counts.cached, "question"), m_counts.searched,
                    m_counts.cached));
  }
}

void AnnotationSession::say_stopped(StopReason reason, ResultFile::Stopped text) {
  const std::string why = reason == StopReason::time ? "the time is over" : "interrupted";
  const bool to_file = m_setup.plan.want_text && !m_setup.shard && !m_setup.text_path.empty();
  const std::string& path = m_setup.text_path;
  const std::string where =
      !to_file                               ? std::string{}
      : text == ResultFile::Stopped::written ? fmt::format(" in {}", path)
      : text == ResultFile::Stopped::former
          ? fmt::format(" ({} has these and more from before)", path)
          : fmt::format(" in {0}.partial ({0} is another result and stays)", path);
  if (m_setup.journal_path.empty()) {
    say(fmt::format("{}: {} annotated{}. Nothing is kept to go on from: give -o OUT or --journal.",
                    why, counted(m_judged, "game"), where));
    return;
  }
  say(fmt::format("{}: {} annotated{}, {} kept in {}. Run the same command again to go on.", why,
                  counted(m_judged, "game"), where,
                  counted(static_cast<std::uint64_t>(m_journal.evaluations()), "answer"),
                  m_setup.journal_path));
}

void AnnotationSession::say(const std::string& line) {
  if (!m_global.quiet) {
    m_progress.clear();
    talk("xq: {}\n", line);
  }
}

} // namespace xq::cli
