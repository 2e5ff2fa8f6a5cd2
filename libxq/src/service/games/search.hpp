#pragma once

#include "service/data/answer_cache.hpp"
#include "service/data/library.hpp"
#include "service/router.hpp"

namespace xq::service {

/// `GET /search`: games that pass the filters of `xq search`, in the order of `sort`, `limit` at a
/// time behind `after`.
[[nodiscard]] Response answer_search(const Library& library, AnswerCache& cache, const Call& call);
[[nodiscard]] std::vector<jobs::Field> search_fields();

} // namespace xq::service
