#pragma once

#include "cli/games/game_output.hpp"
#include "command.hpp"

#include <xq/store/game_database.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace xq::cli {

/// Write games of a database, by their numbers in this order, to a file or, in a format of one game
/// a file, to a folder, and say what was left out. Exit::negative when there are none.
[[nodiscard]] Exit write_games(store::GameDatabase& database, const std::string& path,
                               std::span<const std::int64_t> numbers,
                               const GameOutputOptions& options, const RejectOptions& rejects,
                               const GlobalOptions& global);

} // namespace xq::cli
