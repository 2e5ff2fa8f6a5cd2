#pragma once

#include "service/router.hpp"

namespace xq::service {

/// `GET /position`: a position after some moves, its legal moves, whether it is over.
[[nodiscard]] Response answer_position(const Call& call);
[[nodiscard]] std::vector<jobs::Field> position_fields();

/// `GET /adjudicate`: the verdict on some moves, and for a repetition what each move of the round
/// is, with the moves that prove it.
[[nodiscard]] Response answer_verdict(const Call& call);
[[nodiscard]] std::vector<jobs::Field> verdict_answer_fields();

} // namespace xq::service
