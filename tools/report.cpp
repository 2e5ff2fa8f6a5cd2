#include "report.hpp"

#include <xq/base/problem.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace xq::cli {

namespace {

std::string line(std::string_view source, std::uint64_t game, const Problem& problem) {
  return fmt::format("xq: {}{}\n", problem.severity == Severity::warning ? "warning: " : "",
                     format_problem(source, game, problem));
}

/// `3 games`, `1 game`
std::string counted(std::uint64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

} // namespace

void Findings::add(const record::Game& game) {
  ++games;
  bool any_warning = false;
  for (const Problem& problem : game.problems) {
    if (problem.severity == Severity::error) {
      errors += line(game.source, game.number, problem);
    } else {
      warnings += line(game.source, game.number, problem);
      ++warning_count;
      any_warning = true;
    }
  }
  if (!game.usable()) {
    ++rejected;
    rejects += game.raw;
    rejects += rejects.ends_with('\n') ? "\n" : "\n\n"; // an empty line between two games
  } else if (any_warning) {
    ++doubtful;
  }
}

Report::Report(const GlobalOptions& global, const RejectOptions& options, Progress& progress)
    : m_global{global}, m_options{options}, m_progress{progress} {
  if (!options.path.empty()) {
    m_rejects = std::make_unique<AtomicFile>(options.path);
  }
}

void Report::take(const Findings& findings) {
  say(findings.errors);
  if (m_global.verbose) {
    say(findings.warnings);
  }
  if (m_rejects != nullptr) {
    m_rejects->write(findings.rejects);
  }
  m_sum.games += findings.games;
  m_sum.rejected += findings.rejected;
  m_sum.doubtful += findings.doubtful;
  m_sum.warning_count += findings.warning_count;
}

void Report::take(const format::FileProblem& problem) {
  say(line(problem.source, 0, problem.problem));
  if (problem.problem.code == ProblemCode::unreadable_file) {
    ++m_unreadable_files;
  } else {
    ++m_useless_files;
  }
}

Exit Report::finish() {
  if (m_rejects != nullptr) {
    m_rejects->commit();
  }
  m_progress.clear();
  std::string summary = fmt::format("xq: {} read", counted(m_sum.games, "game"));
  if (m_sum.rejected != 0) {
    summary += fmt::format(", {} rejected", m_sum.rejected);
    summary += m_rejects != nullptr ? fmt::format(" (see {})", m_options.path)
                                    : std::string{" (--rejects FILE keeps their text)"};
  }
  if (m_sum.warning_count != 0) {
    summary += fmt::format(", {} in {}", counted(m_sum.warning_count, "warning"),
                           counted(m_sum.doubtful, "usable game"));
    summary += m_global.verbose ? "" : " (-v shows them)";
  }
  if (m_unreadable_files + m_useless_files != 0) {
    summary +=
        fmt::format(", {} without games", counted(m_unreadable_files + m_useless_files, "file"));
  }
  const bool clean = m_sum.rejected + m_sum.doubtful + m_unreadable_files + m_useless_files == 0;
  if (!m_global.quiet && (!clean || m_global.verbose)) {
    say(summary + "\n");
  }
  if (m_unreadable_files != 0) {
    return Exit::failure;
  }
  const bool nothing_usable = m_sum.games == m_sum.rejected && !clean;
  return nothing_usable || (m_options.strict && !clean) ? Exit::negative : Exit::ok;
}

void Report::say(std::string_view lines) {
  if (!lines.empty()) {
    m_progress.clear();
    std::fwrite(lines.data(), 1, lines.size(), stderr);
  }
}

} // namespace xq::cli
