#pragma once

#include "cli/games/game_output.hpp"
#include "cli/games/searched_games.hpp"
#include "command.hpp"

#include <cstdint>
#include <span>

namespace xq::cli {

/// Write games, by their numbers in the database and in this order, to a file or, in a format of
/// one game a file, to a folder, and say what was left out. Exit::negative when there are none.
[[nodiscard]] Exit write_games(SearchedGames& games, std::span<const std::int64_t> ids,
                               const GameOutputOptions& options, const RejectOptions& rejects,
                               const GlobalOptions& global);

} // namespace xq::cli
