#pragma once

#include "service/data/library.hpp"
#include "service/router.hpp"

namespace xq::service {

/// `GET /game/ID`: one game of a database, as JSON, or as PGN for `/game/ID.pgn` and for clients
/// that would rather have that (Accept).
[[nodiscard]] Response answer_game(const Library& library, const Call& call);

} // namespace xq::service
