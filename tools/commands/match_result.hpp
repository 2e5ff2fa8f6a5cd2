#pragma once

#include "jobs/answer/field.hpp"
#include "jobs/match/match.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// How a match stands, or has ended.
struct MatchResult {
  const jobs::MatchTotals& totals;
  std::string_view first, second; ///< names of the sides
  const match::Sprt* sprt;        ///< null: none was asked for
};

/// The line of --json with the summary, and its fields.
[[nodiscard]] std::string summary_line(const MatchResult& result);
[[nodiscard]] std::vector<jobs::Field> match_summary_fields();
/// For people, on standard output.
void print_summary(const MatchResult& result);

} // namespace xq::cli
