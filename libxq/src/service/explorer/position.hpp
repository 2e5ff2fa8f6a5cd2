#pragma once

#include "service/router.hpp"

namespace xq::service {

/// `GET /position`: a position after some moves, its legal moves, whether it is over.
[[nodiscard]] Response answer_position(const Call& call);

} // namespace xq::service
