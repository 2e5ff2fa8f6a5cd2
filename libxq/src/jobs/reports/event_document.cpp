#include "base/text/compose.hpp"
#include "jobs/reports/standings.hpp"
#include "render/document.hpp"

#include <xq/base/translate.hpp>
#include <xq/jobs/reports.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace xq::jobs {

namespace {

using record::Result;
using render::Table;

/// A cross table is wider than that on no screen.
constexpr std::size_t most_in_cross_table = 40;

std::string heading(Criterion criterion) {
  switch (criterion) {
  case Criterion::points:
    return localized("points");
  case Criterion::small_points:
    // Translators: tie break, the points of beaten opponents and half of those drawn with
    return localized("small points");
  case Criterion::opponents_points:
    // Translators: tie break, the sum of all opponents' points
    return localized("opponents");
  case Criterion::cumulative:
    // Translators: tie break, the points after each round added up
    return localized("cumulative");
  case Criterion::wins:
    return localized("wins");
  case Criterion::mutual:
    // Translators: tie break, points in the games of equal players with each other
    return localized("mutual");
  case Criterion::mutual_black:
    // Translators: tie break, games as Black among the games of equal players with each other
    return localized("Black there");
  case Criterion::black_games:
    return localized("as Black");
  case Criterion::black_wins:
    break;
  }
  return localized("won as Black");
}

std::string number(std::optional<int> value) {
  return value ? std::to_string(*value) : std::string{};
}

std::string value_of(const Standing& s, Criterion criterion) {
  switch (criterion) {
  case Criterion::points:
    return number(s.points);
  case Criterion::small_points:
    return fmt::format("{}{}", s.small_points_twice / 2, s.small_points_twice % 2 == 0 ? "" : ".5");
  case Criterion::opponents_points:
    return number(s.opponents_points);
  case Criterion::cumulative:
    return number(s.cumulative);
  case Criterion::wins:
    return number(s.wins);
  case Criterion::mutual:
    return number(s.mutual);
  case Criterion::mutual_black:
    return number(s.mutual_black);
  case Criterion::black_games:
    return number(s.black_games);
  case Criterion::black_wins:
    break;
  }
  return number(s.black_wins);
}

/// The criteria of the ranking, and those that the others have.
std::vector<Criterion> shown_criteria(const EventReport& report) {
  const auto own = criteria(report.ranking);
  std::vector<Criterion> all{own.begin(), own.end()};
  for (const Criterion c : {Criterion::small_points, Criterion::opponents_points,
                            Criterion::cumulative, Criterion::black_games, Criterion::black_wins}) {
    if (std::ranges::find(all, c) == all.end()) {
      all.push_back(c);
    }
  }
  std::erase(all, Criterion::wins);     // has a column of its own
  std::erase_if(all, [&](Criterion c) { // nobody needed it
    return std::ranges::all_of(report.standings,
                               [&](const Standing& s) { return value_of(s, c).empty(); });
  });
  return all;
}

Table standings_table(const EventReport& report) {
  Table table{.title = localized("standings"),
              .columns = {{"", true},
                          {localized("player")},
                          {localized("games"), true},
                          {"+", true},
                          {"=", true},
                          {"-", true}},
              .rows = {}};
  const auto criteria = shown_criteria(report);
  for (const Criterion c : criteria) {
    table.columns.push_back({heading(c), true});
  }
  const bool rated = std::ranges::any_of(
      report.standings, [](const Standing& s) { return s.performance.has_value(); });
  if (rated) {
    // Translators: rating by performance, with the number of games against rated opponents
    table.columns.push_back({localized("performance (games)"), true});
  }
  for (const Standing& s : report.standings) {
    auto& row = table.rows.emplace_back();
    row = {std::to_string(s.place), s.name,          number(s.games),
           number(s.wins),          number(s.draws), number(s.losses)};
    for (const Criterion c : criteria) {
      row.push_back(value_of(s, c));
    }
    if (rated) {
      row.push_back(!s.performance
                        ? std::string{}
                        : fmt::format("{} ({})", s.performance->rating, s.performance->games));
    }
  }
  return table;
}

/// + = - as the player in question sees the game.
char sign(const EventGame& game, std::size_t player) {
  if (game.result == Result::draw) {
    return '=';
  }
  return (game.result == Result::red_wins) == (game.red == player) ? '+' : '-';
}

/// +=- for each game, or +1=1-1 for many.
std::string cell_of(const std::string& signs) {
  constexpr std::size_t most_signs = 12;
  if (signs.size() <= most_signs) {
    return signs;
  }
  const auto count = [&](char sign) { return std::ranges::count(signs, sign); };
  return fmt::format("+{}={}-{}", count('+'), count('='), count('-'));
}

/// Rows and columns by place; the games of two players in their order.
Table cross_table(const EventReport& report) {
  const std::size_t players = report.standings.size();
  if (players > most_in_cross_table) {
    return {};
  }
  std::vector<std::vector<std::string>> cells(players, std::vector<std::string>(players));
  for (const EventGame& game : report.games) {
    cells[game.red][game.black] += sign(game, game.red);
    cells[game.black][game.red] += sign(game, game.black);
  }
  Table table{.title = localized("cross table"),
              .columns = {{"", true}, {localized("player")}},
              .rows = {}};
  for (std::size_t i = 0; i < players; ++i) {
    table.columns.push_back({std::to_string(i + 1), false});
    cells[i][i] = "*";
    auto& row = table.rows.emplace_back();
    row = {std::to_string(i + 1), report.standings[i].name};
    std::ranges::transform(cells[i], std::back_inserter(row), cell_of);
    row.push_back(std::to_string(report.standings[i].points));
  }
  table.columns.push_back({localized("points"), true});
  return table;
}

/// For each player and round the opponent's number and the result; empty unless every game tells
/// its round as a number.
Table round_table(const EventReport& report) {
  std::map<int, std::size_t> rounds; // with their columns
  for (const EventGame& game : report.games) {
    if (game.round_number == 0 || game.round != std::to_string(game.round_number)) {
      return {};
    }
    rounds.emplace(game.round_number, 0);
  }
  Table table{.title = localized("rounds (opponent's number, r with the red pieces, b with the "
                                 "black ones, result)"),
              .columns = {{"", true}, {localized("player")}},
              .rows = {}};
  for (auto& [round, column] : rounds) {
    column = table.columns.size();
    table.columns.push_back({std::to_string(round), false});
  }
  for (std::size_t i = 0; i < report.standings.size(); ++i) {
    table.rows.emplace_back(table.columns.size());
    table.rows[i][0] = std::to_string(i + 1);
    table.rows[i][1] = report.standings[i].name;
  }
  for (const EventGame& game : report.games) {
    const std::size_t column = rounds[game.round_number];
    for (const auto& [player, opponent, side] :
         {std::tuple{game.red, game.black, 'r'}, std::tuple{game.black, game.red, 'b'}}) {
      auto& cell = table.rows[player][column];
      cell +=
          fmt::format("{}{}{}{}", cell.empty() ? "" : " ", opponent + 1, side, sign(game, player));
    }
  }
  return table;
}

Table games_table(const EventReport& report) {
  Table table{.title = localized("games"),
              .columns = {{localized("round")},
                          {localized("date")},
                          {localized("red")},
                          {localized("black")},
                          {localized("result")},
                          {localized("ecco")},
                          {localized("plies"), true},
                          {localized("game"), true}},
              .rows = {}};
  for (const EventGame& game : report.games) {
    table.rows.push_back({game.round, game.date, report.standings[game.red].name,
                          report.standings[game.black].name, std::string{to_text(game.result)},
                          game.opening, std::to_string(game.plies), std::to_string(game.number)});
  }
  return table;
}

std::string reason(const LeftOutGame& game) {
  using Why = LeftOutGame::Why;
  switch (game.why) {
  case Why::repeats:
    return localized("a record of game {}", game.of);
  case Why::other_result:
    return localized("a record of game {}, with another result", game.of);
  case Why::other_round:
    return localized("a record of game {}, with another round", game.of);
  case Why::other_date:
    return localized("a record of game {}, with another date", game.of);
  case Why::no_player:
    return localized("a player is not named");
  case Why::one_player:
    return localized("both players have one name");
  case Why::no_result:
    break;
  }
  return localized("no result");
}

Table left_out_table(const EventReport& report) {
  Table table{.title = localized("games that do not count"),
              .columns = {{localized("game"), true}, {localized("why")}},
              .rows = {}};
  for (const LeftOutGame& game : report.left_out) {
    table.rows.push_back({std::to_string(game.number), reason(game)});
  }
  return table;
}

Table events_table(const EventReport& report) {
  Table table{.title = localized("names of the event"),
              .columns = {{localized("games"), true}, {localized("event")}},
              .rows = {}};
  if (report.events.size() > 1) {
    for (const auto& event : report.events) {
      table.rows.push_back({std::to_string(event.games), event.name.empty() ? "-" : event.name});
    }
  }
  return table;
}

std::string ranking_text(Ranking ranking) {
  switch (ranking) {
  case Ranking::round_robin:
    return localized("as in a single round robin (Chinese rules of 2011, 14.1)");
  case Ranking::swiss:
    return localized("as in the Swiss system (Chinese rules of 2011, 14.3.1)");
  case Ranking::cumulative:
    return localized("as in the Swiss system with cumulative points (Chinese rules of 2011, "
                     "14.3.2)");
  case Ranking::asian:
    break;
  }
  return localized("as at Asian championships");
}

render::Facts facts(const EventReport& report) {
  render::Facts facts;
  std::array<std::size_t, 4> results{};
  for (const EventGame& game : report.games) {
    ++results[static_cast<std::size_t>(game.result)];
  }
  const auto count = [&](Result r) { return results[static_cast<std::size_t>(r)]; };
  facts.rows.emplace_back(localized("games"),
                          fmt::format("{} (1-0 {}, 0-1 {}, 1/2-1/2 {})", report.games.size(),
                                      count(Result::red_wins), count(Result::black_wins),
                                      count(Result::draw)));
  if (!report.from.empty()) {
    facts.rows.emplace_back(localized("dates"),
                            report.undated == 0
                                ? fmt::format("{} - {}", report.from, report.until)
                                : localized("{} - {}, {} without a date", report.from, report.until,
                                            counted(report.undated, "{} game", "{} games")));
  }
  facts.rows.emplace_back(localized("participants"),
                          localized("{}; {} of {} pairs met", report.standings.size(),
                                    report.pairs.met, report.pairs.all));
  facts.rows.emplace_back(localized("points"),
                          localized("{} for a win, {} for a draw, {} for a loss",
                                    report.scoring.win, report.scoring.draw, report.scoring.loss));
  std::vector<std::string> order;
  for (const Criterion c : criteria(report.ranking)) {
    order.push_back(heading(c));
  }
  facts.rows.emplace_back(localized("order"), join(order, translate(", ")));
  facts.rows.emplace_back("", ranking_text(report.ranking));
  return facts;
}

render::Document document(const EventReport& report) {
  render::Document out;
  out.title = report.events.size() > 1 && !report.asked.empty()        ? report.asked
              : report.events.empty() || report.events[0].name.empty() ? localized("event report")
                                                                       : report.events[0].name;
  out.parts = {facts(report),       standings_table(report), cross_table(report),
               round_table(report), games_table(report),     left_out_table(report),
               events_table(report)};
  if (report.standings.size() > most_in_cross_table) {
    out.parts.insert(out.parts.begin() + 2,
                     render::Paragraph{localized("A cross table is made of at most {} players.",
                                                 most_in_cross_table)});
  }
  return out;
}

} // namespace

std::string as_text(const EventReport& report) { return render::to_text(document(report)); }

std::string as_html(const EventReport& report) { return render::to_html(document(report)); }

} // namespace xq::jobs
