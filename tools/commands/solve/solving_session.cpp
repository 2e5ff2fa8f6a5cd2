#include "commands/solve/solving_session.hpp"

#include "cli/interrupt.hpp"
#include "cli/options/long_run_options.hpp"
#include "cli/talk.hpp"
#include "render/problem_page.hpp"

#include <xq/base/translate.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace xq::cli {

using analysis::Answer;
using jobs::ResultFile;

void say_answers(const AnswerCounts& answers, std::uint64_t games) {
  const auto count = [&](Answer answer) { return answers[static_cast<std::size_t>(answer)]; };
  talk("xq: {} proved, {} refuted, {} likely, {} unlikely, {} open, {} without a claim\n",
       count(Answer::proved), count(Answer::refuted), count(Answer::likely),
       count(Answer::unlikely), count(Answer::open), count(Answer::no_claim));
  if (const auto impossible = count(Answer::impossible); impossible != 0) {
    talk("xq: {} impossible: no game reaches the position\n", impossible);
  }
  if (games != 0) {
    talk("xq: {} from the usual position left alone\n", counted(games, "{} game", "{} games"));
  }
}

SolvingSession::SolvingSession(const GlobalOptions& global, SolvingOptions options)
    : m_global{global},
      m_options{std::move(options)},
      m_run{[this] {
        auto setup = m_options.setup;
        setup.keep_going = [this] { return keep_going(); };
        return setup;
      }()},
      m_progress{global, to_translate("solving"), to_translate("{} records")},
      m_report{global, m_options.rejects, m_progress, m_options.setup.files},
      m_output{!m_options.text_path.empty() && !m_options.setup.shard, m_options.text_path,
               m_options.page_path} {}

Exit SolvingSession::run() {
  if (const auto others = other_answers_text(m_run, m_options.setup.journal); !others.empty()) {
    say(others);
  }
  const auto& frame = m_options.setup.frame;
  m_output.write(frame.header,
                 m_output.has_page() ? render::problem_page_head(frame.title) : std::string{});
  m_total = m_progress.needs_total() ? count_records() : 0;
  const auto reason =
      m_run.run(m_global.threads, [this](jobs::SolvedRecord&& record) { take(record); });
  return finish(reason);
}

std::uint64_t SolvingSession::count_records() const {
  const auto& setup = m_options.setup;
  std::uint64_t count = 0;
  if (!setup.database.empty()) {
    count = static_cast<std::uint64_t>(store::GameDatabase{setup.database}.count(setup.filter));
  } else if (std::find(setup.files.begin(), setup.files.end(), "-") == setup.files.end()) {
    format::GameReader reader{setup.files, setup.read};
    while (reader.next() != nullptr) {
      ++count;
    }
  }
  const auto all = setup.limit == 0 ? count : std::min(count, setup.limit);
  return setup.shard ? (all + setup.shard->count - setup.shard->index) / setup.shard->count : all;
}

/// Called by a thread of the run.
bool SolvingSession::keep_going() {
  const std::unique_lock lock{m_talk, std::try_to_lock};
  if (lock) {
    static_cast<void>(m_progress.update(m_done, m_total, m_done));
  }
  return !interrupted();
}

void SolvingSession::take(const jobs::SolvedRecord& record) {
  const std::lock_guard lock{m_talk};
  ++m_done;
  for (const auto& problem : m_run.take_file_problems()) {
    m_report.take(problem);
  }
  if (!record.failure.empty()) {
    ++m_failures;
    m_progress.clear();
    talk("xq: {}: record {}: {}\n", record.game->source, record.game->number,
         record.failure); // an error, so also with --quiet
  }
  if (record.problem) {
    ++m_counts[static_cast<std::size_t>(record.problem->answer)];
    if (!m_options.setup.shard) {
      m_progress.clear();
      m_answers.write(record.answer);
      flush_stdout(); // the next one may take minutes
    }
  } else if (record.game->usable() && record.failure.empty()) {
    ++m_games;
  }
  if (!m_options.setup.shard) {
    m_output.write(record.text, record.page);
  }
  Findings findings;
  findings.add(*record.game);
  m_report.take(findings);
}

Exit SolvingSession::finish(StopReason reason) {
  for (const auto& problem : m_run.take_file_problems()) {
    m_report.take(problem);
  }
  m_progress.clear();
  m_answers.commit();
  const auto& frame = m_options.setup.frame;
  const bool complete = reason == StopReason::none && m_report.is_complete();
  RunOutput::Stopped kept;
  if (complete) {
    m_output.end(frame.footer, render::problem_page_foot());
  } else {
    kept = m_output.stop(frame.footer, render::problem_page_foot());
  }
  const Exit exit = m_report.finish();
  if (!m_global.quiet) {
    say_answers(m_counts, m_games);
  }
  if (!complete) {
    for (const auto& [what, path] :
         {std::pair{kept.text, &m_options.text_path}, std::pair{kept.page, &m_options.page_path}}) {
      if (what == ResultFile::Stopped::beside) {
        talk("xq: the result is in {0}.partial ({0} is another result and stays)\n", *path);
      }
    }
  }
  if (reason != StopReason::none) {
    say_stopped(reason);
    return reason == StopReason::time ? Exit::negative : Exit::interrupted;
  }
  if (m_failures != 0) {
    return Exit::failure;
  }
  if (complete && m_options.remove_journal) {
    m_run.remove_journal();
  }
  return exit == Exit::ok && m_counts[static_cast<std::size_t>(Answer::refuted)] != 0
             ? Exit::negative
             : exit;
}

void SolvingSession::say_stopped(StopReason reason) {
  const auto why =
      reason == StopReason::time ? translate("the time is over") : translate("interrupted");
  const auto done = counted(m_done, "{} record done", "{} records done");
  const std::string& journal = m_options.setup.journal;
  if (journal.empty()) {
    say(localized("{}: {}. Nothing is kept to go on from: give -o OUT or --journal.", why, done));
    return;
  }
  say(localized("{}: {}, {} kept in {}. Run the same command again to go on.", why, done,
                counted(m_run.answers(), "{} answer", "{} answers"), journal));
}

void SolvingSession::say(const std::string& line) {
  if (!m_global.quiet) {
    m_progress.clear();
    talk_lines(fmt::format("xq: {}\n", line));
  }
}

} // namespace xq::cli
