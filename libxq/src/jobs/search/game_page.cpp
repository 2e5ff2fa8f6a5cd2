#include "jobs/search/game_page.hpp"

#include <algorithm>
#include <utility>

namespace xq::jobs {

FoundGames find_games(store::GameDatabase& database, const store::Filter& filter, bool duplicates) {
  return duplicates ? games_of(database.duplicates(filter))
                    : FoundGames{database.find_numbers(filter), {}};
}

FoundGames games_of(std::vector<store::Duplicate> repeats) {
  FoundGames found;
  found.repeats = std::move(repeats);
  for (const auto& d : found.repeats) {
    found.games.push_back(d.game);
  }
  return found;
}

GamePage choose_page(store::GameDatabase& database, const FoundGames& found,
                     const store::Filter& filter, const PageQuestion& wanted) {
  std::vector<std::int64_t> plies;
  std::vector<std::int64_t> repeated;
  std::vector<store::SortKey> keys;
  for (const auto& [column, falling] : wanted.order) {
    store::SortKey key{column, falling, {}};
    if (column == ListColumn::at) {
      plies = database.reached(found.games, filter);
      key.values = plies;
    } else if (column == ListColumn::repeats) {
      for (const auto& d : found.repeats) {
        repeated.push_back(d.of);
      }
      key.values = repeated;
    }
    keys.push_back(key);
  }
  const auto one_more = wanted.limit == 0 ? 0 : wanted.limit + 1;
  GamePage page{store::select_page(database, found.games, {keys, wanted.after, one_more})};
  page.more = wanted.limit != 0 && page.games.size() > wanted.limit;
  page.games.resize(page.more ? wanted.limit : page.games.size());
  return page;
}

GameFacts::GameFacts(store::GameDatabase& database, std::span<const std::int64_t> games,
                     const store::Filter& filter, const FoundGames& found)
    : m_repeats{found.repeats} {
  if (filter.asks_moves()) {
    m_sorted.assign(games.begin(), games.end());
    std::sort(m_sorted.begin(), m_sorted.end());
    m_plies = database.reached(m_sorted, filter);
  }
}

std::optional<int> GameFacts::at(std::int64_t game) const {
  const auto found = std::lower_bound(m_sorted.begin(), m_sorted.end(), game);
  if (found == m_sorted.end() || *found != game) {
    return std::nullopt;
  }
  const auto ply = m_plies[static_cast<std::size_t>(found - m_sorted.begin())];
  return ply < 0 ? std::nullopt : std::optional{static_cast<int>(ply)};
}

const store::Duplicate* GameFacts::repeats(std::int64_t game) const {
  const auto found = std::lower_bound(
      m_repeats.begin(), m_repeats.end(), game,
      [](const store::Duplicate& d, std::int64_t wanted) { return d.game < wanted; });
  return found == m_repeats.end() || found->game != game ? nullptr : &*found;
}

} // namespace xq::jobs
