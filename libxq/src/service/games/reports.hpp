#pragma once

#include "service/data/answer_cache.hpp"
#include "service/data/library.hpp"
#include "service/router.hpp"

namespace xq::service {

/// `GET /report/player`, `/report/opponent`, `/report/event`: what `xq report` writes with --json.
/// Reports of too many games, and such as take too long, are refused.
[[nodiscard]] Response answer_player_report(const Library& library, AnswerCache& cache,
                                            const Call& call);
[[nodiscard]] Response answer_opponent_report(const Library& library, AnswerCache& cache,
                                              const Call& call);
[[nodiscard]] Response answer_event_report(const Library& library, AnswerCache& cache,
                                           const Call& call);

} // namespace xq::service
