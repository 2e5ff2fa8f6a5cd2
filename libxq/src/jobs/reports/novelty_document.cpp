#include "jobs/reports/report_tables.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace xq::jobs {

namespace {

constexpr std::size_t most_boards = 6;

render::Facts facts(const NoveltyReport& report) {
  render::Facts facts;
  facts.rows.emplace_back(localized("compared"),
                          localized("{}, the first {} plies of each; repeated records left out: {}",
                                    counted(report.games, "{} game", "{} games"), report.plies,
                                    report.repeated));
  facts.rows.emplace_back(localized("undated"),
                          localized("{}, never called first and never called earlier",
                                    counted(report.undated, "{} game", "{} games")));
  facts.rows.emplace_back(
      localized("novelties"),
      localized("{}: the first game with a move in a position that games had before, {} or more",
                report.novelties.size(), report.earlier));
  facts.rows.emplace_back(
      localized("left out"),
      localized("moves of which dates do not tell who was first: {}; moves into "
                "positions that other games had or may have had before: {}",
                report.uncertain, report.transpositions));
  return facts;
}

render::Document document(const NoveltyReport& report, const ReportStyle& style) {
  render::Document out;
  out.title = localized("novelties");
  out.parts.emplace_back(facts(report));
  out.parts.emplace_back(novelty_table(report, style));
  for (std::size_t i = 0; i < std::min(report.novelties.size(), most_boards); ++i) {
    const Novelty& n = report.novelties[i];
    out.parts.emplace_back(
        render::Board{n.before, n.move,
                      fmt::format("{}, {} - {} {}", numbered_move(n.before, n.move, n.ply, style),
                                  n.game.red, n.game.black, n.game.date)});
  }
  return out;
}

} // namespace

render::Table novelty_table(const NoveltyReport& report, const ReportStyle& style) {
  render::Table table{.title = localized("novelties"),
                      .columns = {{localized("date")},
                                  {localized("move")},
                                  // Translators: games that had the position before a novelty
                                  {localized("before"), true},
                                  // Translators: games that made the move after the first one
                                  {localized("later"), true},
                                  {localized("red")},
                                  {localized("black")},
                                  {localized("result")},
                                  {localized("ecco")},
                                  {localized("game"), true}},
                      .rows = {}};
  for (const Novelty& n : report.novelties) {
    table.rows.push_back(
        {n.game.date.empty() ? "-" : n.game.date, numbered_move(n.before, n.move, n.ply, style),
         std::to_string(n.earlier), std::to_string(n.later), n.game.red, n.game.black,
         std::string{to_text(n.game.result)}, n.game.opening, std::to_string(n.game.number)});
  }
  cut(table, style.limit);
  return table;
}

void write_novelties(JsonWriter& json, const NoveltyReport& report) {
  json.member("games", report.games)
      .member("repeated", report.repeated)
      .member("undated", report.undated)
      .member("earlier", report.earlier)
      .member("plies", report.plies)
      .member("uncertain", report.uncertain)
      .member("transpositions", report.transpositions)
      .key("novelties")
      .begin_array();
  for (const Novelty& n : report.novelties) {
    json.begin_object();
    write_place(json, n.before, n.move, n.ply, n.line);
    json.member("earlier", n.earlier).member("later", n.later).key("game");
    write_listed_game(json, n.game);
    json.end_object();
  }
  json.end_array();
}

std::string as_text(const NoveltyReport& report, const ReportStyle& style) {
  return render::to_text(document(report, style));
}

std::string as_html(const NoveltyReport& report, const ReportStyle& style) {
  return render::to_html(document(report, style));
}

std::string as_json(const NoveltyReport& report) {
  std::string out;
  JsonWriter json{out};
  json.begin_object();
  write_novelties(json, report);
  json.end_object();
  return out;
}

} // namespace xq::jobs
