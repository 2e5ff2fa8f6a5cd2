#pragma once

#include "service/move_json.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/analysis/annotate.hpp>
#include <xq/record/game.hpp>

#include <functional>
#include <string>

namespace xq::service {

/// What of a game is to be judged, and how it is written then.
struct JudgedGame {
  record::Game game;
  analysis::AnnotateOptions annotate;
  MoveStyle style;
};

/// The game that a request wants to have judged: its body as POST /write takes it, parameters
/// `script`, `dialect` and `notation`. Throws HttpError.
[[nodiscard]] JudgedGame read_judged_game(const Parameters& query, std::string_view body,
                                          std::size_t most_plies);

/// Judges the game and returns it as two members of JSON: `"game":{...},"review":{...}`. The
/// comments are in the language of the thread. `tools` as analysis::review() takes them.
[[nodiscard]] std::string judge(const JudgedGame& game, const analysis::ReviewTools& tools);

/// The members that judge() writes.
[[nodiscard]] std::vector<jobs::Field> judged_game_fields();

} // namespace xq::service
