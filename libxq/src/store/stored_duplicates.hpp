#pragma once

#include "sqlite/sqlite.hpp"

#include <xq/store/game_database.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace xq::store {

/// Which of the games that `wanted` lets through could be left out because another of them is a
/// record of the same game by record/same_game.hpp: with the same moves, as a whole of which they
/// are the beginning, or typed again with slips. Of these the one stays whose header says most, of
/// equals the first. Names of one group in table `alias` are one name. In rising order of games.
/// Throws DbError.
[[nodiscard]] std::vector<Duplicate>
find_duplicates(sqlite::Database& db, const std::function<bool(std::int64_t)>& wanted);

} // namespace xq::store
