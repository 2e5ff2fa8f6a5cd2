#include "base/text/compose.hpp"
#include "jobs/reports/report_tables.hpp"
#include "jobs/reports/standings.hpp"

#include <xq/base/translate.hpp>
#include <xq/reports.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace xq::reports {

namespace {

using record::Result;
using render::Table;

/// A cross table is wider than that on no screen.
constexpr std::size_t most_in_cross_table = 40;

constexpr auto performance_fields =
    std::to_array<FieldOf<Performance>>({{"games", Kind::count, get<&Performance::games>},
                                         {"average", Kind::count, get<&Performance::average>},
                                         {"rating", Kind::count, get<&Performance::rating>}});

Value performance(const Standing& s) {
  return s.performance ? Value{object_of<Performance>(performance_fields, *s.performance)}
                       : Value{};
}

constexpr auto
    standing_fields =
        std::to_array<FieldOf<Standing>>(
            {{"place", "", Kind::count, get<&Standing::place>},
             {"name", to_translate("player"), Kind::name, get<&Standing::name>},
             {"games", to_translate("games"), Kind::count, get<&Standing::games>},
             {"wins", "+", Kind::count, get<&Standing::wins>},
             {"draws", "=", Kind::count, get<&Standing::draws>},
             {"losses", "-", Kind::count, get<&Standing::losses>},
             {"points", to_translate("points"), Kind::count, get<&Standing::points>},
             // Translators: tie break, the points of beaten opponents and half of those drawn with
             {"small_points", to_translate("small points"), Kind::halves,
              [](const Standing& s) -> Value { return Decimal{s.small_points_twice / 2.0}; }},
             // Translators: tie break, the sum of all opponents' points
             {"opponents_points", to_translate("opponents"), Kind::count,
              get<&Standing::opponents_points>},
             // Translators: tie break, the points after each round added up
             {"cumulative", to_translate("cumulative"), Kind::count, get<&Standing::cumulative>,
              Missing::null},
             // Translators: tie break, points in the games of equal players with each other
             {"mutual", to_translate("mutual"), Kind::count, get<&Standing::mutual>, Missing::null},
             // Translators: tie break, games as Black among the games of equal players with each
             // other
             {"mutual_black", to_translate("Black there"), Kind::count,
              get<&Standing::mutual_black>, Missing::null},
             {"black_games", to_translate("as Black"), Kind::count, get<&Standing::black_games>},
             {"black_wins", to_translate("won as Black"), Kind::count, get<&Standing::black_wins>},
             {"performance", Kind::object, performance, parts<performance_fields>, Missing::null},
             // Translators: rating by performance, with the number of games against rated opponents
             {
                 "", to_translate("performance (games)"), Kind::count,
                 [](const Standing& s) -> Value {
                   return s.performance ? Value{fmt::format("{} ({})", s.performance->rating,
                                                            s.performance->games)}
                                        : Value{};
                 },
                 Missing::null}});
constexpr std::size_t before_criteria = 6; ///< of these fields

const FieldOf<Standing>& field_of(Criterion criterion) {
  constexpr std::array<std::size_t, 9> places{6, 7, 8, 9, 3, 10, 11, 12, 13};
  return standing_fields[places[static_cast<std::size_t>(criterion)]];
}

std::string heading(Criterion criterion) {
  return criterion == Criterion::wins ? localized("wins")
                                      : std::string{translate(field_of(criterion).label)};
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
  std::erase(all, Criterion::wins); // has a column of its own
  return all;
}

Table standings_table(const EventReport& report) {
  std::vector<FieldOf<Standing>> fields{standing_fields.begin(),
                                        standing_fields.begin() + before_criteria};
  for (const Criterion c : shown_criteria(report)) {
    fields.push_back(field_of(c));
  }
  fields.push_back(standing_fields.back());
  return table_of(localized("standings"), rows_of(fields, report.standings));
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

struct ReportedGame {
  const EventReport& report;
  const EventGame& game;
};

constexpr auto game_fields = std::to_array<FieldOf<ReportedGame>>(
    {{"game", Kind::count, [](const ReportedGame& g) -> Value { return g.game.number; }},
     {"round", to_translate("round"), Kind::text,
      [](const ReportedGame& g) { return told(g.game.round); }, Missing::null},
     {"date", to_translate("date"), Kind::date,
      [](const ReportedGame& g) { return told(g.game.date); }, Missing::null},
     {"red", to_translate("red"), Kind::name,
      [](const ReportedGame& g) -> Value { return g.report.standings[g.game.red].name; }},
     {"black", to_translate("black"), Kind::name,
      [](const ReportedGame& g) -> Value { return g.report.standings[g.game.black].name; }},
     {"result", to_translate("result"), Kind::result,
      [](const ReportedGame& g) -> Value { return to_text(g.game.result); }},
     {"ecco", to_translate("ecco"), Kind::text,
      [](const ReportedGame& g) { return told(g.game.opening); }, Missing::null},
     {"plies", to_translate("plies"), Kind::count,
      [](const ReportedGame& g) -> Value { return g.game.plies; }},
     {"", to_translate("game"), Kind::count,
      [](const ReportedGame& g) -> Value { return g.game.number; }}});

Rows games_of(const EventReport& report) {
  std::vector<ReportedGame> games;
  for (const EventGame& game : report.games) {
    games.push_back({report, game});
  }
  return rows_of(game_fields, games);
}

std::string_view word(LeftOutGame::Why why) {
  constexpr std::array<std::string_view, 7> words{"repeats",    "other-result", "other-round",
                                                  "other-date", "no-player",    "one-player",
                                                  "no-result"};
  return words[static_cast<std::size_t>(why)];
}

Value reason_of(const LeftOutGame& game) {
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

constexpr auto left_out_fields = std::to_array<FieldOf<LeftOutGame>>(
    {{"game", to_translate("game"), Kind::count, get<&LeftOutGame::number>},
     {"reason", Kind::word, [](const LeftOutGame& g) -> Value { return word(g.why); }},
     {"of", Kind::count, [](const LeftOutGame& g) { return g.of == 0 ? Value{} : Value{g.of}; },
      Missing::left_out},
     {"", to_translate("why"), Kind::text, reason_of}});

using EventName = EventReport::Name;
constexpr auto event_fields = std::to_array<FieldOf<EventName>>(
    {{"name", Kind::name, get<&EventName::name>},
     {"games", to_translate("games"), Kind::count, get<&EventName::games>},
     {"", to_translate("event"), Kind::name,
      [](const EventName& e) -> Value { return e.name.empty() ? Value{"-"} : Value{e.name}; }}});

Table events_table(const EventReport& report) {
  return report.events.size() > 1
             ? table_of(localized("names of the event"), rows_of(event_fields, report.events))
             : Table{};
}

Value order(const EventReport& report) {
  std::vector<Value> names;
  for (const Criterion criterion : criteria(report.ranking)) {
    names.emplace_back(name(criterion));
  }
  return names;
}

constexpr auto event_members = std::to_array<FieldOf<EventReport>>(
    {{"events", Kind::objects,
      [](const EventReport& r) -> Value { return rows_of(event_fields, r.events); },
      parts<event_fields>},
     {"from", Kind::date, [](const EventReport& r) { return told(r.from); }, Missing::null},
     {"until", Kind::date, [](const EventReport& r) { return told(r.until); }, Missing::null},
     {"undated", Kind::count, get<&EventReport::undated>},
     {"pairs", Kind::count, [](const EventReport& r) -> Value { return r.pairs.all; }},
     {"pairs_met", Kind::count, [](const EventReport& r) -> Value { return r.pairs.met; }},
     {"scoring", Kind::list,
      [](const EventReport& r) -> Value {
        return std::vector<Value>{r.scoring.win, r.scoring.draw, r.scoring.loss};
      }},
     {"ranking", Kind::word, [](const EventReport& r) -> Value { return name(r.ranking); }},
     {"order", Kind::list, order},
     {"standings", Kind::objects,
      [](const EventReport& r) -> Value { return rows_of(standing_fields, r.standings); },
      parts<standing_fields>},
     {"games", Kind::objects, [](const EventReport& r) -> Value { return games_of(r); },
      parts<game_fields>},
     {"left_out", Kind::objects,
      [](const EventReport& r) -> Value { return rows_of(left_out_fields, r.left_out); },
      parts<left_out_fields>}});

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
  out.parts = {
      facts(report),
      standings_table(report),
      cross_table(report),
      round_table(report),
      table_of(localized("games"), games_of(report)),
      table_of(localized("games that do not count"), rows_of(left_out_fields, report.left_out)),
      events_table(report)};
  if (report.standings.size() > most_in_cross_table) {
    out.parts.insert(out.parts.begin() + 2,
                     render::Paragraph{localized("A cross table is made of at most {} players.",
                                                 most_in_cross_table)});
  }
  return out;
}

} // namespace

std::string as_text(const EventReport& report, std::size_t columns) {
  return render::to_text(document(report), columns);
}

std::vector<Field> event_report_fields() { return described(event_members); }

std::string as_json(const EventReport& report) { return json_object(event_members, report); }

std::string as_html(const EventReport& report) { return render::to_html(document(report)); }

} // namespace xq::reports
