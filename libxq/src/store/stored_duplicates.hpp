#pragma once

#include "sqlite/sqlite.hpp"

#include <xq/store/game_database.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace xq::store {

/// A game of so many plies that is the beginning of another one is taken for the same game.
inline constexpr int embedded_plies = 40;

/// Which of the games that `wanted` lets through could be left out because another of them has the
/// same moves from the same position, begins with these moves and is of the same players or shares
/// embedded_plies of them, or is the same game by record/same_game.hpp, typed with slips. Of games
/// with the same moves the one stays whose header has most, of equals the first. In rising order of
/// games. Throws DbError.
[[nodiscard]] std::vector<Duplicate>
find_duplicates(sqlite::Database& db, const std::function<bool(std::int64_t)>& wanted);

} // namespace xq::store
