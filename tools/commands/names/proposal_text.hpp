#pragma once

#include "jobs/answer/field.hpp"

#include <xq/store/name_proposals.hpp>

#include <string>
#include <vector>

namespace xq::cli {

/// Proposed groups as an alias file: those that are known first, in their order and with their
/// comments, then the others, each with a comment that says why. `explain`: all evidence, a line
/// for each name.
[[nodiscard]] std::string alias_file(const std::vector<store::ProposedGroup>& groups,
                                     const record::Aliases& known, bool explain);

/// A line for each group, with these fields.
[[nodiscard]] std::vector<jobs::Field> proposed_fields();
[[nodiscard]] std::string json_lines(const std::vector<store::ProposedGroup>& groups);

} // namespace xq::cli
