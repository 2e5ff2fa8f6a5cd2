#include "cli/games/finding_filter.hpp"

#include "base/text/text.hpp"
#include "cli/help/suggest.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace xq::cli {

namespace {

ProblemCode read_code(std::string_view word) {
  std::vector<std::string> names;
  for (const ProblemCodeInfo& row : problem_codes()) {
    if (row.name == word) {
      return row.code;
    }
    names.emplace_back(row.name);
  }
  throw make_error<UsageError>("'{}' is no code of a finding: 'xq help problems' lists them.{}",
                               excerpt(word, 60), suggestion(word, names));
}

Value codes(std::vector<ProblemCode>& target) {
  Value value;
  value.name = "CODE,...";
  value.many = true;
  value.accept = [&target](const std::string& text) {
    for (std::string_view rest = text;;) {
      const auto comma = rest.find(',');
      target.push_back(read_code(rest.substr(0, comma)));
      if (comma == std::string_view::npos) {
        return;
      }
      rest.remove_prefix(comma + 1);
    }
  };
  return value;
}

bool holds(const std::vector<ProblemCode>& codes, ProblemCode code) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

} // namespace

void FindingFilter::describe(OptionSet& options) {
  options.add("only", codes(only), "show the findings with these codes and no others, notes, too");
  options.add("except", codes(except), "show no findings with these codes; they are counted");
}

void FindingFilter::check() const {
  if (!only.empty() && !except.empty()) {
    throw make_error<UsageError>("--only and --except exclude each other");
  }
}

bool FindingFilter::shows(const Problem& problem, const GlobalOptions& global) const {
  return selects(problem) &&
         (!only.empty() || problem.severity == Severity::error || global.verbose ||
          (problem.severity == Severity::warning && !global.quiet));
}

bool FindingFilter::selects(const Problem& problem) const {
  return only.empty() ? !holds(except, problem.code) : holds(only, problem.code);
}

} // namespace xq::cli
