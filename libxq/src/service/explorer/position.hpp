#pragma once

#include "service/router.hpp"

namespace xq::service {

/// `GET /position`: a position after some moves, its legal moves, whether it is over.
[[nodiscard]] Response answer_position(const Call& call);
[[nodiscard]] std::vector<jobs::Field> position_fields();

} // namespace xq::service
