#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xq::store {

/// The columns of table game, in the order of schemas/0001_games.sql. Every statement that reads or
/// writes rows of it as they are takes the columns, and their places, from here.
enum class GameColumn : std::uint8_t {
  id,
  source,
  layout,
  event, ///< the names stand in the order of NameField
  site,
  red,
  black,
  red_team,
  black_team,
  date,
  date_text,
  round,
  ecco,
  result,
  plies,
  start_fen,
  moves,
  notes
};
inline constexpr std::array<std::string_view, 18> game_column_names{
    "id",    "source",   "layout",     "event",     "site",      "red",
    "black", "red_team", "black_team", "date",      "date_text", "round",
    "ecco",  "result",   "plies",      "start_fen", "moves",     "notes"};

/// The place of a column, from 0.
[[nodiscard]] constexpr int place_of(GameColumn column) noexcept {
  return static_cast<int>(column);
}
static_assert(game_column_names.size() == place_of(GameColumn::notes) + 1U);

} // namespace xq::store
