#pragma once

#include "service/data/answer_cache.hpp"
#include "service/data/library.hpp"
#include "service/router.hpp"

#include <xq/record/game.hpp>

#include <string_view>

namespace xq::service {

/// `GET /search`: games that pass the filters of `xq search`, in the order of `sort`, `limit` at a
/// time behind `after`.
[[nodiscard]] Response answer_search(const Library& library, AnswerCache& cache, const Call& call);
[[nodiscard]] std::vector<jobs::Field> search_fields();

/// `GET /stats`: results, years, players and openings of the games that pass the filters of
/// `/search`. Names of one person count as one, as `xq stats` has it.
[[nodiscard]] Response answer_stats(const Library& library, AnswerCache& cache, const Call& call);
[[nodiscard]] std::vector<jobs::Field> statistics_fields();

/// `GET /game/ID`: one game of a database, as JSON, or as PGN for `/game/ID.pgn` and for clients
/// that would rather have that (Accept).
[[nodiscard]] Response answer_game(const Library& library, const Call& call);
[[nodiscard]] std::vector<jobs::Field> stored_game_fields();

/// `GET /report/player`, `/report/opponent`, `/report/event`: what `xq report` writes with --json.
/// Reports of too many games, and such as take too long, are refused.
[[nodiscard]] Response answer_player_report(const Library& library, AnswerCache& cache,
                                            const Call& call);
[[nodiscard]] Response answer_opponent_report(const Library& library, AnswerCache& cache,
                                              const Call& call);
[[nodiscard]] Response answer_event_report(const Library& library, AnswerCache& cache,
                                           const Call& call);

/// `POST /read`: the games of a file in any format and encoding that xq reads, as JSON.
[[nodiscard]] Response answer_read(const Call& call);
[[nodiscard]] std::vector<jobs::Field> read_fields();

/// `POST /write?to=FORMAT`: a game given as JSON, as a file.
[[nodiscard]] Response answer_write(const Call& call);

/// The game that `/write` is given: an object with tags, fen, moves (a tree of moves with comment,
/// nags and variations). Throws HttpError 400 for what is none.
void read_game_json(std::string_view text, record::Game& game);

} // namespace xq::service
