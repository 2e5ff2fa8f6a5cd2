#include "jobs/reports/report_tables.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace xq::jobs {

namespace {

/// Boards of a page for each kind of move.
constexpr std::size_t most_boards = 6;

std::string_view sign(std::uint16_t glyph) {
  return glyph == 4 ? "??" : glyph == 2 ? "?" : glyph == 6 ? "?!" : "";
}

bool is_red(const PlayerMove& move) { return move.before.side_to_move() == Color::red; }

/// The last game in which the move was made.
const ListedGame& last_game(const PlayerReport& report, const PlayerMove& move) {
  return report.games[move.games.back()];
}

std::string opponent(const PlayerReport& report, const PlayerMove& move) {
  const ListedGame& game = last_game(report, move);
  return is_red(move) ? game.black : game.red;
}

render::Table moves_table(const PlayerReport& report, std::string title,
                          const std::vector<PlayerMove>& moves, bool departures,
                          const ReportStyle& style) {
  render::Table table{
      .title = std::move(title), .columns = {{localized("games"), true}}, .rows = {}};
  if (departures) {
    // Translators: heading over `2 of 35`: games of others with the move, and in the position
    table.columns.push_back({localized("others"), true});
  } else {
    table.columns.push_back({""});
  }
  for (const auto& heading :
       {localized("move"), localized("last"), localized("opponent"), localized("ecco")}) {
    table.columns.push_back({heading});
  }
  for (const PlayerMove& move : moves) {
    const ListedGame& game = last_game(report, move);
    table.rows.push_back(
        {std::to_string(move.games.size()),
         departures ? localized("{} of {}", move.others_with_move, move.others_at)
                    : std::string{sign(move.worst_mark)},
         numbered_move(move.before, move.move, move.ply, style),
         fmt::format("{} {}", game.date.empty() ? "-" : game.date, to_text(game.result)),
         opponent(report, move), game.opening});
  }
  cut(table, style.limit);
  return table;
}

void add_boards(render::Document& out, const PlayerReport& report,
                const std::vector<PlayerMove>& moves, const ReportStyle& style) {
  for (std::size_t i = 0; i < std::min(moves.size(), most_boards); ++i) {
    const PlayerMove& move = moves[i];
    out.parts.emplace_back(render::Board{
        move.before, move.move,
        fmt::format("{}{}, {} - {} {}", numbered_move(move.before, move.move, move.ply, style),
                    sign(move.worst_mark), last_game(report, move).red,
                    last_game(report, move).black, last_game(report, move).date)});
  }
}

render::Facts facts(const PlayerReport& report) {
  render::Facts facts;
  facts.rows.emplace_back(localized("games"), std::to_string(report.games.size()));
  if (report.left_out != 0) {
    facts.rows.emplace_back(localized("repeated"),
                            counted(report.left_out,
                                    "{} record of a game that is there twice left out",
                                    "{} records of games that are there twice left out"));
  }
  if (report.both != 0) {
    facts.rows.emplace_back(localized("unclear"),
                            counted(report.both, "{} game left out: the name fits both players",
                                    "{} games left out: the name fits both players"));
  }
  facts.rows.emplace_back(
      localized("departures"),
      localized("moves with which the player leaves the common road: the first in the game that "
                "fewer than {} other games make, within {} plies",
                report.common, report.plies));
  facts.rows.emplace_back(localized("mistakes"),
                          localized("moves with ?!, ? or ??, made in two games or more; {} have "
                                    "such marks",
                                    counted(report.marked_games, "{} game", "{} games")));
  return facts;
}

std::vector<NamedScore> named_openings(const std::vector<NamedScore>& codes) {
  std::vector<NamedScore> out;
  out.reserve(codes.size());
  for (const auto& [code, score] : codes) {
    out.push_back({opening_name(code), score});
  }
  return out;
}

std::string title(const PlayerReport& report) {
  if (report.names.empty()) {
    return localized("player report");
  }
  return report.opponents.size() == 1
             ? fmt::format("{} - {}", report.names[0].name, report.opponents[0].name)
             : report.names[0].name;
}

render::Document document(const PlayerReport& report, const ReportStyle& style) {
  render::Document out;
  out.title = title(report);
  const std::array results{NamedScore{localized("both colours"), report.all},
                           NamedScore{localized("with Red"), report.red},
                           NamedScore{localized("with Black"), report.black}};
  out.parts = {
      facts(report),
      score_table(localized("results"), "", results, 0),
      score_table(localized("openings as Red"), localized("opening"),
                  named_openings(report.red_openings), style.limit),
      score_table(localized("openings as Black"), localized("opening"),
                  named_openings(report.black_openings), style.limit),
      score_table(localized("years"), localized("year"), report.years, 0),
      score_table(localized("opponents"), localized("player"), report.opponents, style.limit),
      moves_table(report, localized("departures"), report.departures, true, style)};
  add_boards(out, report, report.departures, style);
  out.parts.emplace_back(
      moves_table(report, localized("repeated mistakes"), report.mistakes, false, style));
  add_boards(out, report, report.mistakes, style);
  const std::vector<ListedGame> latest_first{report.games.rbegin(), report.games.rend()};
  out.parts.emplace_back(games_table(localized("games"), latest_first, style.limit));
  if (report.names.size() > 1) {
    out.parts.emplace_back(
        score_table(localized("names of the player"), localized("name"), report.names, 0));
  }
  return out;
}

void write_move(JsonWriter& json, const PlayerReport& report, const PlayerMove& move) {
  json.begin_object();
  write_place(json, move.before, move.move, move.ply, move.line);
  json.key("games").begin_array();
  for (const std::size_t game : move.games) {
    json.value(report.games[game].number);
  }
  json.end_array();
  if (move.worst_mark == 0) {
    json.member("others", move.others_at).member("others_with_move", move.others_with_move);
  } else {
    json.member("mark", sign(move.worst_mark));
  }
  json.end_object();
}

} // namespace

std::string as_text(const PlayerReport& report, const ReportStyle& style) {
  return render::to_text(document(report, style));
}

std::string as_html(const PlayerReport& report, const ReportStyle& style) {
  return render::to_html(document(report, style));
}

std::string as_json(const PlayerReport& report) {
  std::string out;
  JsonWriter json{out};
  json.begin_object();
  write_scores(json, "names", report.names);
  json.member("repeated", report.left_out).member("unclear", report.both);
  for (const auto& [key, score] : {std::pair{"all", &report.all}, std::pair{"red", &report.red},
                                   std::pair{"black", &report.black}}) {
    json.key(key).begin_object();
    write_score(json, *score);
    json.end_object();
  }
  write_scores(json, "red_openings", report.red_openings);
  write_scores(json, "black_openings", report.black_openings);
  write_scores(json, "years", report.years);
  write_scores(json, "opponents", report.opponents);
  json.member("common", report.common)
      .member("plies", report.plies)
      .key("departures")
      .begin_array();
  for (const PlayerMove& move : report.departures) {
    write_move(json, report, move);
  }
  json.end_array().member("marked_games", report.marked_games).key("mistakes").begin_array();
  for (const PlayerMove& move : report.mistakes) {
    write_move(json, report, move);
  }
  json.end_array().key("games").begin_array();
  for (const ListedGame& game : report.games) {
    write_listed_game(json, game);
  }
  json.end_array().end_object();
  return out;
}

} // namespace xq::jobs
