#pragma once

#include "service/router.hpp"

#include <xq/record/game.hpp>

#include <string_view>

namespace xq::service {

/// `POST /read`: the games of a file in any format and encoding that xq reads, as JSON.
[[nodiscard]] Response answer_read(const Call& call);
[[nodiscard]] std::vector<jobs::Field> read_fields();

/// `POST /write?to=FORMAT`: a game given as JSON, as a file.
[[nodiscard]] Response answer_write(const Call& call);

/// The game that `/write` is given: an object with tags, fen, moves (a tree of moves with comment,
/// nags and variations). Throws HttpError 400 for what is none.
void read_game_json(std::string_view text, record::Game& game);

} // namespace xq::service
