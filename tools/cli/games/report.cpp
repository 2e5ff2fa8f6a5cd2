#include "cli/games/report.hpp"

#include "base/files/partial_files.hpp"
#include "cli/files/output.hpp"
#include "cli/talk.hpp"
#include "format/reading/read.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace xq::cli {

namespace {

std::string line(std::string_view source, std::uint64_t game, const Problem& problem) {
  return "xq: " + finding_line(source, game, problem);
}

} // namespace

std::string finding_line(std::string_view source, std::uint64_t game, const Problem& problem) {
  const std::string_view kind = problem.severity == Severity::error     ? ""
                                : problem.severity == Severity::warning ? translate("warning: ")
                                                                        : translate("note: ");
  return fmt::format("{}{}\n", kind, format_problem(source, game, problem));
}

std::string found_file(const format::FoundFile& file) {
  return file.encoding ? localized("xq: {}: {} in {}\n", cell(file.source), file.format,
                                   format::name(*file.encoding))
                       : localized("xq: {}: {}\n", cell(file.source), file.format);
}

namespace {

/// `text` without the blank lines and the `%` lines at its end, which belong to what follows.
std::string_view without_tail(std::string_view text) {
  while (!text.empty()) {
    const auto line = text.rfind('\n', text.size() - 1) + 1; // npos + 1 == 0
    const auto last = text.substr(line);
    if (!last.starts_with('%') && last.find_first_not_of(" \t\r") != std::string_view::npos) {
      break;
    }
    text = text.substr(0, line == 0 ? 0 : line - 1);
  }
  return text;
}

bool is_about_a_move(const Problem& problem) noexcept {
  switch (problem.code) {
  case ProblemCode::unknown_move:
  case ProblemCode::illegal_move:
  case ProblemCode::wrong_side:
  case ProblemCode::no_such_piece:
    return !problem.token.empty() && problem.token.find_first_of(" {}()[]") == std::string::npos;
  default:
    return false;
  }
}

/// The readable part of a binary record, as PGN. It ends with the wrong move, or with a word that
/// no reader accepts as a move, so that it is rejected again until it is corrected.
std::string as_pgn(const record::Game& game, const Problem& error) {
  std::string text;
  format::make_writer("pgn", {})->game(text, game);
  if (error.code == ProblemCode::not_representable) { // the game itself is good
    return text;
  }
  const auto result = to_text(game.result());
  text.resize(text.find_last_not_of('\n') + 1);
  text.resize(text.size() - result.size());
  if (error.where.offset != 0) {
    text += fmt::format("{{the fault is at byte {} of the record}} ", error.where.offset);
  }
  text += fmt::format("{}\n{}\n", is_about_a_move(error) ? error.token : "unreadable", result);
  return text;
}

} // namespace

void Findings::add(const record::Game& game) {
  ++games;
  bool any_warning = false;
  for (const Problem& problem : game.problems) {
    if (problem.severity == Severity::error && problem.code == ProblemCode::not_representable) {
      unwritable.push_back(line(game.source, game.number, problem));
    } else if (problem.severity == Severity::error) {
      errors += line(game.source, game.number, problem);
    } else {
      warnings += line(game.source, game.number, problem);
      ++warning_count;
      any_warning = true;
    }
  }
  if (!game.usable()) {
    ++rejected;
    add_reject(game);
  } else if (any_warning) {
    ++doubtful;
  }
}

/// The text of a game that cannot be used, after a line with the reason which readers skip: the
/// file can be corrected and read again.
void Findings::add_reject(const record::Game& game) {
  const auto error = std::find_if(game.problems.begin(), game.problems.end(),
                                  [](const Problem& p) { return p.severity == Severity::error; });
  auto reason = format_problem(game.source, game.number, *error);
  if (game.raw.starts_with('<')) {
    std::size_t dashes = 0; // not allowed inside an XML comment
    while ((dashes = reason.find("--", dashes)) != std::string::npos) {
      reason.replace(dashes, 2, "- -");
    }
    xml_rejects += fmt::format("<!-- {} -->\n{}\n", reason, game.raw);
    return;
  }
  const auto kept = game.raw.empty() ? as_pgn(game, *error) : std::string{};
  rejects += fmt::format("% {}\n{}\n\n", reason, without_tail(kept.empty() ? game.raw : kept));
}

RejectsFile::RejectsFile(const std::string& path) {
  if (!path.empty()) {
    remove_stale_files(path);
    m_file = std::make_unique<AtomicFile>(path);
  }
}

void RejectsFile::take(const Findings& findings) {
  if (m_file != nullptr) {
    m_file->write(findings.rejects);
    m_has_text = m_has_text || !findings.rejects.empty();
    m_xml += findings.xml_rejects;
  }
}

/// XML games need a root around them. In a file that has other games already they can only be
/// shown.
void RejectsFile::commit(bool complete) {
  if (m_file == nullptr) {
    return;
  }
  if (!m_xml.empty() && !m_has_text) {
    m_file->write("<games>\n" + m_xml + "</games>\n");
    m_xml.clear();
  }
  for (std::string_view rest = m_xml; !rest.empty();) {
    const auto end = rest.find('\n');
    m_file->write(fmt::format("% {}\n", rest.substr(0, end)));
    rest.remove_prefix(end + 1);
  }
  complete ? m_file->commit() : commit_incomplete(*m_file);
}

Report::Report(const GlobalOptions& global, const RejectOptions& options, Progress& progress,
               std::span<const std::string> inputs)
    : m_global{global},
      m_options{options},
      m_progress{progress},
      m_rejects{options.path},
      m_inputs{inputs} {}

void Report::take(const Findings& findings) {
  say(findings.errors);
  say_unwritable(findings.unwritable);
  if (m_global.verbose) {
    say(findings.warnings);
  }
  m_rejects.take(findings);
  m_sum.games += findings.games;
  m_sum.rejected += findings.rejected;
  m_sum.doubtful += findings.doubtful;
  m_sum.warning_count += findings.warning_count;
}

/// A forgotten --traditional makes the same of every game.
void Report::say_unwritable(const std::vector<std::string>& lines) {
  constexpr std::uint64_t most = 3;
  for (const std::string& text : lines) {
    if (m_unwritable++; m_global.verbose || m_unwritable <= most) {
      say(text);
    }
  }
  m_unsaid = m_global.verbose || m_unwritable <= most ? 0 : m_unwritable - most;
}

void Report::watch(format::ReadOptions& options) {
  if (m_global.verbose && !m_global.quiet) {
    options.on_file = [this](const format::FoundFile& file) { say(found_file(file)); };
  }
}

void Report::take(const format::FileProblem& problem) {
  say(line(problem.source, 0, problem.problem));
  m_unread += format::is_unread_input(problem, m_inputs) ? 1U : 0U;
  if (problem.problem.code == ProblemCode::unreadable_file) {
    ++m_unreadable_files;
  } else {
    ++m_useless_files;
  }
}

Exit Report::finish() {
  m_progress.clear();
  m_rejects.commit(is_complete());
  if (m_unsaid != 0) {
    talk("xq: {} left out for such a reason (-v names all)\n",
         counted(m_unsaid, "{} more game", "{} more games"));
  }
  std::string summary = localized("xq: {} read", counted(m_sum.games, "{} game", "{} games"));
  if (m_sum.rejected != 0) {
    summary += localized(", {} rejected", m_sum.rejected);
    summary += m_rejects ? localized(" (see {})", m_options.path)
                         : localized(" (--rejects FILE keeps their text)");
  }
  if (m_sum.warning_count != 0) {
    summary += localized(", {} in {}", counted(m_sum.warning_count, "{} warning", "{} warnings"),
                         counted(m_sum.doubtful, "{} usable game", "{} usable games"));
    summary += m_global.verbose ? std::string{} : localized(" (-v shows them)");
  }
  if (m_unreadable_files + m_useless_files != 0) {
    summary += localized(", {} without games",
                         counted(m_unreadable_files + m_useless_files, "{} file", "{} files"));
  }
  const bool clean = m_sum.rejected + m_sum.doubtful + m_unreadable_files + m_useless_files == 0;
  if (!m_global.quiet && (!clean || m_global.verbose)) {
    say(summary + "\n");
  }
  if (m_unreadable_files != 0) {
    return Exit::failure;
  }
  const bool nothing_usable = m_sum.games == m_sum.rejected && !clean;
  return nothing_usable || !is_complete() || (m_options.strict && !clean) ? Exit::negative
                                                                          : Exit::ok;
}

void Report::say(std::string_view lines) {
  if (!lines.empty()) {
    m_progress.clear();
    talk_lines(lines);
  }
}

} // namespace xq::cli
