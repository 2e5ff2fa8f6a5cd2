#pragma once

#include "service/data/library.hpp"

#include <xq/book/book.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xq::service {

/// Which games an explorer counts: since, until, player, color, event, result, rating. All that are
/// set must hold, as store::Filter has it.
struct GameChoice {
  std::int64_t from = 0;
  std::int64_t until = 0;
  std::string player;
  std::optional<Color> color; ///< of the player; none: either
  std::string event;          ///< words of its name
  std::optional<record::Result> result;
  int rating = 0; ///< at least this, the average of the ratings that a game tells; 0: any

  [[nodiscard]] bool empty() const noexcept {
    return from == 0 && until == 0 && player.empty() && event.empty() && !result && rating == 0;
  }
};

/// Games by their places in a GameTable, in rising order.
using Places = std::vector<std::uint32_t>;

/// All games that reach the position or its mirror image: from the position index where it has the
/// position, else by going through the moves of all games.
[[nodiscard]] Places games_reaching(GameFile& file, const Position& position);

/// Leave those that are chosen.
void keep_chosen(GameFile& file, const GameChoice& choice, Places& games);

/// A move and the games that made it.
struct CountedMove {
  book::BookMove move;
  std::uint32_t first_game = 0; ///< place of one of them
};
/// The moves that these games made in the position, each game once for each move; those of most
/// games first, equal ones by squares, as a book has them (without years).
[[nodiscard]] std::vector<CountedMove> count_moves(GameFile& file, const Position& position,
                                                   const Places& games);

/// Games of one year with their results, the first year first; those without a date are left out.
struct YearOfGames {
  int year = 0;
  book::Counts counts;
};
[[nodiscard]] std::vector<YearOfGames> count_years(GameFile& file, const Places& games);

/// The first move that a game makes in the position; none when it ends there.
[[nodiscard]] Move move_in(GameFile& file, const Position& position, std::uint32_t game);

} // namespace xq::service
