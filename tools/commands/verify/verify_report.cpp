#include "commands/verify/verify_report.hpp"

#include "base/os/terminal.hpp"
#include "cli/files/output.hpp"
#include "cli/games/report.hpp"
#include "cli/talk.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <array>
#include <utility>

namespace xq::cli {

namespace {

/// `FILE:LINE`; a file that is no text has no lines.
std::string place(std::string_view source, std::uint64_t line) {
  return line == 0 ? cell(source) : fmt::format("{}:{}", cell(source), line);
}

} // namespace

void VerifyReport::add(const format::FoundFile& file) {
  m_totals.encodings[file.encoding ? format::name(*file.encoding) : std::string_view{}] += 1;
}

std::string VerifyReport::add(const format::FileProblem& found) {
  m_totals.all.add(found.problem);
  return !m_global.json && m_filter.shows(found.problem, m_global)
             ? finding_line(found.source, 0, found.problem)
             : std::string{};
}

std::string VerifyReport::add(std::string_view source, Checked&& game) {
  if (auto duplicate = m_duplicates.add(game.signature, game.number, source, game.line)) {
    game.problems.push_back(std::move(*duplicate));
  }
  m_totals.add(game, m_repairing);
  return m_global.json ? game_line(source, game, m_filter) : add_lines(source, game);
}

/// The lines on errors; the others are kept for the end.
std::string VerifyReport::add_lines(std::string_view source, const Checked& game) {
  std::array<std::string, 3> lines; // by severity
  for (const Problem& problem : game.problems) {
    if (m_filter.shows(problem, m_global)) {
      lines[static_cast<std::size_t>(problem.severity)] +=
          finding_line(source, game.number, problem);
    }
  }
  const bool error = has_error(game.problems);
  auto& beside = lines[static_cast<std::size_t>(error ? Severity::error : Severity::warning)];
  if (m_repairing && !game.repair && error) {
    beside += localized("{}: game {}, no repair found\n", place(source, game.line), game.number);
  }
  if (game.repair) {
    for (const std::string& text : jobs::describe(*game.repair)) {
      beside += localized("{}: game {}, {}\n", place(source, game.line), game.number, cell(text));
    }
  }
  m_warnings.append(lines[static_cast<std::size_t>(Severity::warning)]);
  m_notes.append(lines[static_cast<std::size_t>(Severity::note)]);
  return std::move(lines[static_cast<std::size_t>(Severity::error)]);
}

void VerifyReport::finish(Output& out, const format::ReadTotals& totals,
                          const std::vector<format::FileProblem>& file_problems) {
  m_warnings.write_to(out);
  m_notes.write_to(out);
  out.write(m_global.json    ? summary_line(m_totals, totals, file_problems, m_repairing)
            : m_global.quiet ? std::string{}
                             : summary(totals));
  out.commit();
  if (!m_global.quiet && !os::is_terminal(os::Stream::output) &&
      os::is_terminal(os::Stream::error)) {
    talk_lines("xq: " + headline(m_totals, totals));
  }
}

std::string VerifyReport::summary(const format::ReadTotals& totals) const {
  std::string out = headline(m_totals, totals);
  if (m_totals.all.positions != 0) {
    out += localized("Of these {}: xq solve looks at what they claim.\n",
                     counted(m_totals.all.positions,
                             "{} begins at another position than the usual one",
                             "{} begin at another position than the usual one"));
  }
  out += found_codes(m_totals.all, m_global.verbose || !m_filter.only.empty());
  if (m_repairing) {
    out += localized("{} repairs proposed, {} made\n", m_totals.proposed, m_totals.made);
  }
  if (m_totals.unmended != 0) {
    out += localized("No repair was found for {}: correct them by hand (--rejects FILE keeps their "
                     "text, with the reasons), then verify again.\n",
                     counted(m_totals.unmended, "{} game with errors", "{} games with errors"));
  }
  if (m_totals.left_out != 0) {
    out += localized("{} games are not in {}: they cannot be used and are no PGN\n",
                     m_totals.left_out, m_output);
  }
  if (m_duplicates.full()) {
    out += localized("Games were compared with the first {} only.\n",
                     analysis::DuplicateFinder::default_capacity);
  }
  return out;
}

} // namespace xq::cli
