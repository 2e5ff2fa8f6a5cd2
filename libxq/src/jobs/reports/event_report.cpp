#include "base/text/compose.hpp"
#include "jobs/reports/event_games.hpp"
#include "jobs/reports/listed_game.hpp"
#include "jobs/reports/standings.hpp"

#include <xq/reports.hpp>
#include <xq/store/game_database.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace xq::reports {

namespace {

/// Numbers of the games of the events, in rising order.
std::vector<std::int64_t> find_games(store::GameDatabase& database, const store::Filter& filter,
                                     std::span<const std::string> events) {
  if (events.empty()) {
    return database.find_numbers(filter);
  }
  std::vector<std::int64_t> found;
  for (const std::string& event : events) {
    store::Filter wanted = filter;
    wanted.event = event;
    const auto games = database.find_numbers(wanted);
    found.insert(found.end(), games.begin(), games.end());
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// Let the games name their players by their places in `standings`.
void renumber(EventReport& report, const std::vector<std::string>& names) {
  std::vector<std::size_t> place(names.size());
  for (std::size_t i = 0; i < report.standings.size(); ++i) {
    const auto at = std::ranges::lower_bound(names, report.standings[i].name);
    place[static_cast<std::size_t>(at - names.begin())] = i;
  }
  for (EventGame& game : report.games) {
    game.red = place[game.red];
    game.black = place[game.black];
  }
}

void find_dates(EventReport& report) {
  for (const EventGame& game : report.games) {
    if (game.date.empty()) {
      ++report.undated;
      continue;
    }
    report.from = report.from.empty() ? game.date : std::min(report.from, game.date);
    report.until = std::max(report.until, game.date);
  }
}

} // namespace

std::string_view name(Criterion criterion) noexcept {
  constexpr std::array<std::string_view, 9> names{
      "points", "small-points", "opponents-points", "cumulative", "wins",
      "mutual", "mutual-black", "black-games",      "black-wins"};
  return names[static_cast<std::size_t>(criterion)];
}

std::string_view name(Ranking ranking) noexcept {
  constexpr std::array<std::string_view, ranking_count> names{"round-robin", "swiss", "cumulative",
                                                              "asian"};
  return names[static_cast<std::size_t>(ranking)];
}

EventReport event_report(const std::string& database, const store::Filter& filter,
                         std::span<const std::string> events, const EventOptions& options) {
  store::GameDatabase games{database};
  const auto names = names_of(filter, database);
  EventGames collected{*names};
  games.read(find_games(games, filter, events), [&](const record::Game& game) {
    collected.add(game);
    return true;
  });
  collected.finish();

  EventReport report;
  report.asked = join(events, ", ");
  report.events = collected.events();
  report.games = std::move(collected.games());
  report.left_out = std::move(collected.left_out());
  report.pairs = count_pairs(collected.names().size(), report.games);
  report.scoring = options.scoring;
  report.ranking =
      options.ranking.value_or(report.pairs.equally_often ? Ranking::round_robin : Ranking::swiss);
  report.standings = standings(collected.names(), report.games, report.scoring, report.ranking);
  renumber(report, collected.names());
  find_dates(report);
  return report;
}

} // namespace xq::reports
