#pragma once

#include "analysis/solve/solve.hpp"

#include <xq/notation/notation.hpp>

#include <span>
#include <string>

namespace xq::analysis {

/// What a record is called: its title, its event or the id of EPD, up to 60 bytes; may be empty.
[[nodiscard]] std::string title_of(const record::Game& game);

/// `claim: Red wins, in 3`, in the chosen language; empty for none.
[[nodiscard]] std::string describe(const Claim& claim);

/// What was found about a record, in the chosen language: one sentence.
[[nodiscard]] std::string describe(const SolvedProblem& problem);

/// A finding in one sentence without its moves.
[[nodiscard]] std::string describe(const SolutionFinding& finding);

/// The record with what was found: a comment before the first move, and where the solution lacks
/// something a variation that has it, with a comment. In English, like all headers that tools add.
[[nodiscard]] record::Game with_findings(const record::Game& game, const SolvedProblem& problem);

} // namespace xq::analysis
