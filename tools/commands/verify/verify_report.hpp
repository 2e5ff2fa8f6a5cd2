#pragma once

#include "cli/files/later_text.hpp"
#include "commands/verify/verified.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// Tells what a run finds: as text the errors as they come, then warnings and notes, then a
/// summary; as JSON a line for each game and the summary.
class VerifyReport {
public:
  /// `repairing`: whether a repair was looked for; `output`: the file of mended games. All of them
  /// outlive this.
  VerifyReport(const FindingFilter& filter, const GlobalOptions& global, bool repairing,
               const std::string& output)
      : m_filter{filter}, m_global{global}, m_repairing{repairing}, m_output{output} {}

  void add(const format::FoundFile& file);
  /// What is to be written at once.
  [[nodiscard]] std::string add(const format::FileProblem& found);
  /// In input order: finds out whether it came before. What is to be written at once.
  [[nodiscard]] std::string add(std::string_view source, Checked&& game);
  /// So many games could not be written to the output.
  void leave_out(std::uint64_t games) { m_totals.left_out += games; }
  /// Writes the rest. The headline goes to the terminal, too, where the output goes elsewhere.
  void finish(Output& out, const format::ReadTotals& totals,
              const std::vector<format::FileProblem>& file_problems);

  [[nodiscard]] const VerifyTotals& totals() const noexcept { return m_totals; }

private:
  std::string add_lines(std::string_view source, const Checked& game);
  [[nodiscard]] std::string summary(const format::ReadTotals& totals) const;

  const FindingFilter& m_filter;
  const GlobalOptions& m_global;
  bool m_repairing;
  const std::string& m_output;
  VerifyTotals m_totals;
  analysis::DuplicateFinder m_duplicates;
  LaterText m_warnings;
  LaterText m_notes;
};

} // namespace xq::cli
