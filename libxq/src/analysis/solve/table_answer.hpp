#pragma once

#include "analysis/solve/solve.hpp"

#include <string>

namespace xq::analysis {

// What a table of endings adds to the answer about a problem.

/// How the position is searched besides: no engine is asked, and where there is no mate little is
/// spent on looking for one.
[[nodiscard]] SolveOptions beside_table(const SolveOptions& options, const endings::Result& known);

/// Takes over what the table says of the position of `game`: the result, the mate where it is
/// shorter than the one that was found or none was, and the answer to the claim.
void add_table(SolvedProblem& problem, const record::Game& game, const endings::Result& known,
               endings::Library& tables);

/// `Red wins by table, in 32; no mate is shorter`, in the chosen language.
[[nodiscard]] std::string describe(const TableAnswer& table);

} // namespace xq::analysis
