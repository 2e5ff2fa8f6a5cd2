#pragma once

#include "jobs/search/list_columns.hpp"

#include <xq/store/game_database.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace xq::jobs {

/// What was found: games (numbers in rising order), and what they repeat where that was asked for.
struct FoundGames {
  std::vector<std::int64_t> games;
  std::vector<store::Duplicate> repeats; ///< empty, or one for each of the games
};

/// The games that pass the filter; with `duplicates` those that Filter::unique leaves out.
[[nodiscard]] FoundGames find_games(store::GameDatabase& database, const store::Filter& filter,
                                    bool duplicates);
/// The games of these repeats, which are in the order of their numbers.
[[nodiscard]] FoundGames games_of(std::vector<store::Duplicate> repeats);

/// Which part of what was found, and in which order.
struct PageQuestion {
  std::vector<ListSortKey> order; ///< empty: by number
  std::optional<std::int64_t> after;
  std::size_t limit = 0; ///< 0: all
};
struct GamePage {
  std::vector<std::int64_t> games; ///< numbers, in order
  bool more = false;               ///< others follow
};
/// A page of what find_games() found with this filter. Throws store::NoPlaceError.
[[nodiscard]] GamePage choose_page(store::GameDatabase& database, const FoundGames& found,
                                   const store::Filter& filter, const PageQuestion& wanted);

/// What a list says of games besides their records.
class GameFacts {
public:
  /// `found` outlives it.
  GameFacts(store::GameDatabase& database, std::span<const std::int64_t> games,
            const store::Filter& filter, const FoundGames& found);

  /// The ply after which the game does what the filter asks of its moves; nothing where it asks
  /// nothing.
  [[nodiscard]] std::optional<int> at(std::int64_t game) const;
  /// Null: nothing, or that was not asked for.
  [[nodiscard]] const store::Duplicate* repeats(std::int64_t game) const;

private:
  std::vector<std::int64_t> m_sorted;
  std::vector<std::int64_t> m_plies; ///< of each of them; -1 for none
  std::span<const store::Duplicate> m_repeats;
};

} // namespace xq::jobs
