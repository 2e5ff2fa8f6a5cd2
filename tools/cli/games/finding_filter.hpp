#pragma once

#include "command.hpp"

#include <xq/base/problem.hpp>

#include <cstdint>
#include <vector>

namespace xq::cli {

/// --only and --except: which findings are shown. All are counted, whatever is shown.
struct FindingFilter {
  std::vector<ProblemCode> only;
  std::vector<ProblemCode> except;

  void describe(OptionSet& options);
  /// Throws UsageError when both are given.
  void check() const;
  /// The codes of --only, whatever they weigh; else errors, unless --quiet warnings, with --verbose
  /// notes, without the codes of --except.
  [[nodiscard]] bool shows(const Problem& problem, const GlobalOptions& global) const;
  /// For --json, which has notes, too.
  [[nodiscard]] bool selects(const Problem& problem) const;
};

} // namespace xq::cli
