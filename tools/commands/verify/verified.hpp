#pragma once

#include "analysis/verify/duplicates.hpp"
#include "cli/games/finding_filter.hpp"
#include "format/reading/read.hpp"
#include "jobs/answer/field.hpp"
#include "jobs/repair/text_repair.hpp"

#include <xq/analysis/verify.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// What a worker found out about a game. Lines are written where games come in input order, because
/// that is where duplicates are known.
struct Checked {
  std::uint64_t number = 0;
  std::uint64_t line = 0;
  int plies = 0;
  bool is_position = false; ///< it begins elsewhere than usual: a problem, an ending
  record::Result result = record::Result::unknown;
  std::vector<Problem> problems;
  analysis::GameSignature signature;
  std::optional<jobs::TextRepair> repair;
};

/// What was found in all games of a run.
struct VerifyTotals {
  analysis::VerifySummary all;
  std::uint64_t proposed = 0;
  std::uint64_t made = 0;
  std::uint64_t mended = 0;   ///< games with errors among these
  std::uint64_t unmended = 0; ///< games with errors for which no repair was found
  std::uint64_t left_out = 0; ///< games that could not be written
  std::map<std::string_view, std::uint64_t> encodings; ///< files by it; empty: no text

  /// `repairing`: whether a repair was looked for.
  void add(const Checked& game, bool repairing);
};

/// The lines of --json: one for a game, with the findings that `filter` selects, and the last one.
[[nodiscard]] std::string game_line(std::string_view source, const Checked& game,
                                    const FindingFilter& filter);
[[nodiscard]] std::string summary_line(const VerifyTotals& found, const format::ReadTotals& totals,
                                       const std::vector<format::FileProblem>& file_problems,
                                       bool repairing);
[[nodiscard]] std::vector<jobs::Field> game_line_fields();
[[nodiscard]] std::vector<jobs::Field> summary_line_fields();

/// For people: the line with the totals, and the codes that were found, those that weigh most
/// first, for 80 columns. `notes_shown`: whether each note was shown.
[[nodiscard]] std::string headline(const VerifyTotals& found, const format::ReadTotals& totals);
[[nodiscard]] std::string found_codes(const analysis::VerifySummary& found, bool notes_shown);

} // namespace xq::cli
