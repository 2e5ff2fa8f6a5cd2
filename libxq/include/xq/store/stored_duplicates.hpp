#pragma once

#include <xq/sqlite/sqlite.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace xq::store {

/// A game that repeats another one of the same database.
struct Duplicate {
  enum class How : std::uint8_t {
    same_moves, ///< from the same position
    embedded    ///< its moves are the first ones of the other game
  };
  std::int64_t game = 0;
  std::int64_t of = 0;
  How how{};
};

/// Games this long that are the beginning of another one are no accident of the opening.
inline constexpr int embedded_plies = 40;

/// Which of the games that `wanted` lets through could be left out because another of them has the
/// same moves from the same position, or begins with these moves and is of the same players or
/// shares embedded_plies of them. Of games with the same moves the one stays whose header has most,
/// of equals the first. In rising order of games. Throws DbError.
[[nodiscard]] std::vector<Duplicate>
find_duplicates(sqlite::Database& db, const std::function<bool(std::int64_t)>& wanted);

} // namespace xq::store
