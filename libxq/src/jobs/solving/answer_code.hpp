#pragma once

#include "analysis/solve/solve.hpp"
#include "store/annotation_journal.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace xq::jobs {

/// What identifies a problem in a journal: the position, all moves of the record, the claim.
[[nodiscard]] store::EvaluationKey problem_key(const record::Game& game,
                                               const analysis::Claim& claim);

/// An answer as bytes for a journal, all but its claim, which the record has. decode_answer() gives
/// nothing for bytes that encode_answer() cannot have made.
[[nodiscard]] std::string encode_answer(const analysis::SolvedProblem& problem);
[[nodiscard]] std::optional<analysis::SolvedProblem> decode_answer(std::string_view bytes);

} // namespace xq::jobs
