#pragma once

#include "analysis/solve/solve.hpp"

#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace xq::render {

/// A page for printing about problems, one file without links or scripts, in the chosen language:
/// head, an entry for each, foot, which counts the answers.
[[nodiscard]] std::string problem_page_head(std::string_view title);
[[nodiscard]] std::string problem_page_foot();

/// Board, claim, answer, the mate and what was found about the solution. `number`: in the
/// collection.
[[nodiscard]] std::string problem_entry(std::uint64_t number, const record::Game& game,
                                        const analysis::SolvedProblem& problem,
                                        notation::Style style,
                                        const notation::WriteOptions& options);

} // namespace xq::render
