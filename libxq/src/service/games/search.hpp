#pragma once

#include "service/data/answer_cache.hpp"
#include "service/data/library.hpp"
#include "service/router.hpp"

#include <xq/store/query.hpp>

namespace xq::service {

/// The filters of `xq search`: player, red, black, event, since, until, result, ecco, min-plies,
/// and one of fen, play, material, sub-position. Throws HttpError 400 for what it cannot read.
[[nodiscard]] store::Filter read_filter(const Parameters& query);

/// `GET /search`: games that pass a filter, by their numbers, `limit` at a time behind `after`.
[[nodiscard]] Response answer_search(const Library& library, AnswerCache& cache, const Call& call);

/// `GET /stats`: results, years, players and openings of the games that pass a filter.
[[nodiscard]] Response answer_stats(const Library& library, AnswerCache& cache, const Call& call);

} // namespace xq::service
