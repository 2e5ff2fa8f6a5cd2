#pragma once

#include "service/data/library.hpp"
#include "service/router.hpp"

namespace xq::service {

/// `GET /game/ID`: one game of a database, as JSON, or as PGN for `/game/ID.pgn` and for clients
/// that would rather have that (Accept).
[[nodiscard]] Response answer_game(const Library& library, const Call& call);
[[nodiscard]] std::vector<jobs::Field> stored_game_fields();

} // namespace xq::service
