#include "jobs/reports/report_tables.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <string>

namespace xq::jobs {

namespace {

/// Red's points of those that could be made.
std::string red_share(const OpeningMove& m) {
  return percentage({.wins = m.red_wins, .draws = m.draws, .losses = m.black_wins, .unknown = 0});
}

std::vector<std::string> counts(const OpeningMove& m) {
  return {std::to_string(m.games), std::to_string(m.red_wins), std::to_string(m.draws),
          std::to_string(m.black_wins), red_share(m)};
}

std::vector<render::Column> with_counts(std::vector<render::Column> columns) {
  columns.push_back({localized("games"), true});
  for (const auto* heading : {"1-0", "1/2-1/2", "0-1"}) {
    columns.push_back({heading, true});
  }
  // Translators: heading over Red's points in percent
  columns.push_back({localized("red %"), true});
  return columns;
}

void append(std::vector<std::string>& row, const std::vector<std::string>& more) {
  row.insert(row.end(), more.begin(), more.end());
}

/// Plies before `before`, counted as if the position of the report were the start of a game.
std::string shown_move(const OpeningMove& m, const OpeningReport& report,
                       const ReportStyle& style) {
  const int offset = report.root.side_to_move() == Color::red ? 0 : 1;
  return numbered_move(m.before, m.move, m.depth + offset, style);
}

render::Table tree_table(const OpeningReport& report, const ReportStyle& style) {
  render::Table table{.title = std::string{translate(in_context("heading", "moves"))},
                      .columns = with_counts({{localized("move")}}),
                      .rows = {}};
  for (const OpeningMove& m : report.tree) {
    auto& row = table.rows.emplace_back();
    row.push_back(std::string(2 * static_cast<std::size_t>(m.depth), ' ') +
                  shown_move(m, report, style));
    append(row, counts(m));
  }
  return table;
}

std::string line_text(const OpeningReport& report, const OpeningLine& line,
                      const ReportStyle& style) {
  std::string out;
  Position position = report.root;
  for (const Move move : line.moves) {
    out +=
        (out.empty() ? "" : " ") + notation::to_text(position, move, style.notation, style.write);
    position.do_move(move);
  }
  return out;
}

render::Table lines_table(const OpeningReport& report, const ReportStyle& style) {
  render::Table table{.title = localized("main lines"),
                      .columns =
                          with_counts({{std::string{translate(in_context("heading", "moves"))}}}),
                      .rows = {}};
  for (const OpeningLine& line : report.lines) {
    auto& row = table.rows.emplace_back();
    row.push_back(line_text(report, line, style));
    append(row, counts(line.last));
  }
  cut(table, style.limit);
  return table;
}

render::Table years_table(const OpeningReport& report) {
  render::Table table{.title = localized("years"),
                      .columns = {{localized("year")}, {localized("games"), true}},
                      .rows = {}};
  for (const auto& [year, games] : report.years) {
    table.rows.push_back({year.empty() ? "-" : year, std::to_string(games)});
  }
  return table;
}

render::Facts facts(const OpeningReport& report) {
  const OpeningMove& all = report.all;
  const auto& [shortest, lower, middle, upper, longest] = report.lengths;
  return {
      {{localized("position"), write_short_fen(report.root)},
       {localized("games"), fmt::format("{} (1-0 {}, 1/2-1/2 {}, 0-1 {})", all.games, all.red_wins,
                                        all.draws, all.black_wins)},
       {localized("plies"), localized("{}: half of the games have {} to {}, all of them {} to {}",
                                      middle, lower, upper, shortest, longest)},
       {localized("shown"), localized("moves of {} games or more, {} plies deep at most",
                                      report.least, report.plies)}}};
}

render::Document document(const OpeningReport& report, const ReportStyle& style) {
  render::Document out;
  out.title = localized("opening report");
  out.parts.emplace_back(facts(report));
  out.parts.emplace_back(render::Board{report.root, Move::none(), {}});
  out.parts.emplace_back(tree_table(report, style));
  out.parts.emplace_back(lines_table(report, style));
  out.parts.emplace_back(novelty_table(report.novelties, style));
  out.parts.emplace_back(render::Paragraph{
      localized("Novelties: positions with {} earlier games or more. Moves of these games of which "
                "dates do not tell who was first: {}",
                report.novelties.earlier, report.novelties.uncertain)});
  out.parts.emplace_back(years_table(report));
  return out;
}

void write_counts(JsonWriter& json, const OpeningMove& m) {
  json.member("games", m.games)
      .member("red_wins", m.red_wins)
      .member("draws", m.draws)
      .member("black_wins", m.black_wins);
}

} // namespace

std::string as_text(const OpeningReport& report, const ReportStyle& style) {
  return render::to_text(document(report, style));
}

std::string as_html(const OpeningReport& report, const ReportStyle& style) {
  return render::to_html(document(report, style));
}

std::string as_json(const OpeningReport& report) {
  std::string out;
  JsonWriter json{out};
  json.begin_object().member("fen", std::string_view{write_fen(report.root)});
  write_counts(json, report.all);
  json.key("lengths").begin_array();
  for (const int plies : report.lengths) {
    json.value(plies);
  }
  json.end_array().member("min_games", report.least).member("plies", report.plies);
  json.key("tree").begin_array();
  for (const OpeningMove& m : report.tree) {
    json.begin_object();
    write_place(json, m.before, m.move, m.depth, {});
    write_counts(json, m);
    json.end_object();
  }
  json.end_array().key("lines").begin_array();
  for (const OpeningLine& line : report.lines) {
    json.begin_object().member("moves", std::string_view{squares(line.moves)});
    write_counts(json, line.last);
    json.end_object();
  }
  json.end_array().key("years").begin_array();
  for (const auto& [year, games] : report.years) {
    json.begin_object().member("name", std::string_view{year}).member("games", games).end_object();
  }
  json.end_array().key("novelties").begin_object();
  write_novelties(json, report.novelties);
  json.end_object().end_object();
  return out;
}

} // namespace xq::jobs
