#pragma once

#include "service/data/answer_cache.hpp"
#include "service/data/library.hpp"
#include "service/router.hpp"

namespace xq::service {

/// `GET /stats`: results, years, players and openings of the games that pass the filters of
/// `/search`. Names of one person count as one, as `xq stats` has it.
[[nodiscard]] Response answer_stats(const Library& library, AnswerCache& cache, const Call& call);
[[nodiscard]] std::vector<jobs::Field> statistics_fields();

} // namespace xq::service
