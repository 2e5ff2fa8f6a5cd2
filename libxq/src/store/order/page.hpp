#pragma once

#include <xq/base/error.hpp>
#include <xq/store/game_database.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace xq::store {

/// A page was asked for that begins behind a game without a place in the order.
class NoPlaceError : public Error {
public:
  using Error::Error;
};

/// What lists show of games, and put them in order by. Names and texts go by their characters,
/// ASCII letters without case, rounds by the number in front; results from 1-0 by 1/2-1/2 to 0-1.
enum class ListColumn : std::uint8_t {
  game, ///< game.id: the order of the import
  date,
  red,
  black,
  result,
  ecco,
  plies,
  at,      ///< the ply at which a game reaches what was asked for: SortKey::values
  repeats, ///< the game that it repeats: SortKey::values
  event,
  site,
  round,
  red_team,
  black_team,
  red_elo,
  black_elo,
  opening, ///< the name of the code
  source
};
inline constexpr std::size_t list_column_count = 18;
/// Whether what games are put in order by is in no row of theirs.
[[nodiscard]] constexpr bool is_given(ListColumn column) noexcept {
  return column == ListColumn::at || column == ListColumn::repeats;
}

/// Games for which the column is empty stand last, also in falling order.
struct SortKey {
  ListColumn column = ListColumn::game;
  bool falling = false;
  /// For is_given(): a value for each game, 0 or more; -1 where there is none.
  std::span<const std::int64_t> values{};
};

/// A part of the games in an order. Games that are equal in all keys stand in the order of their
/// numbers, so every game has one place, and the pages after a game are the same however many games
/// come or go before it.
struct Page {
  std::span<const SortKey> order{};    ///< empty: by number
  std::optional<std::int64_t> after{}; ///< the games behind this one, which need not be wanted
  std::size_t limit = 0;               ///< at most; 0: all
};

/// The games of a page, in order, of those in `found` (numbers in rising order). Throws
/// NoPlaceError when Page::after has no place in the order, because the database has no such game,
/// or because it is none of `found` and a key is given.
[[nodiscard]] std::vector<std::int64_t>
select_page(GameDatabase& database, std::span<const std::int64_t> found, const Page& page);

} // namespace xq::store
