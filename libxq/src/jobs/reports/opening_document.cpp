#include "jobs/reports/report_tables.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <string>

namespace xq::reports {

namespace {

constexpr auto count_fields = std::to_array<FieldOf<OpeningMove>>(
    {{"games", to_translate("games"), Kind::count, get<&OpeningMove::games>},
     {"red_wins", "1-0", Kind::count, get<&OpeningMove::red_wins>},
     {"draws", "1/2-1/2", Kind::count, get<&OpeningMove::draws>},
     {"black_wins", "0-1", Kind::count, get<&OpeningMove::black_wins>},
     // Translators: heading over Red's points in percent
     {"", to_translate("red %"), Kind::percent, [](const OpeningMove& m) -> Value {
        return percentage(
            {.wins = m.red_wins, .draws = m.draws, .losses = m.black_wins, .unknown = 0});
      }}});

/// A table of moves, as texts, with their counts.
render::Table with_counts(std::string title, std::string heading,
                          const std::vector<std::string>& moves,
                          const std::vector<OpeningMove>& counts) {
  auto table = table_of(std::move(title), rows_of(count_fields, counts));
  table.columns.insert(table.columns.begin(), {.heading = std::move(heading), .wraps = true});
  for (std::size_t i = 0; i < moves.size(); ++i) {
    table.rows[i].insert(table.rows[i].begin(), moves[i]);
  }
  return table;
}

/// Plies before `before`, counted as if the position of the report were the start of a game.
std::string shown_move(const OpeningMove& m, const OpeningReport& report,
                       const ReportStyle& style) {
  const int offset = report.root.side_to_move() == Color::red ? 0 : 1;
  return numbered_move(m.before, m.move, m.depth + offset, style);
}

render::Table tree_table(const OpeningReport& report, const ReportStyle& style) {
  std::vector<std::string> moves;
  for (const OpeningMove& m : report.tree) {
    moves.push_back(std::string(2 * static_cast<std::size_t>(m.depth), ' ') +
                    shown_move(m, report, style));
  }
  return with_counts(std::string{translate(in_context("heading", "moves"))}, localized("move"),
                     moves, report.tree);
}

std::string line_text(const OpeningReport& report, const OpeningLine& line,
                      const ReportStyle& style) {
  return notation::to_text(report.root, line.moves, style.notation, style.write);
}

std::vector<OpeningMove> last_moves(const OpeningReport& report) {
  std::vector<OpeningMove> last;
  for (const OpeningLine& line : report.lines) {
    last.push_back(line.last);
  }
  return last;
}

render::Table lines_table(const OpeningReport& report, const ReportStyle& style) {
  std::vector<std::string> lines;
  for (const OpeningLine& line : report.lines) {
    lines.push_back(line_text(report, line, style));
  }
  auto table =
      with_counts(localized("main lines"), std::string{translate(in_context("heading", "moves"))},
                  lines, last_moves(report));
  cut(table, style.limit);
  return table;
}

using Year = std::pair<std::string, std::size_t>;
constexpr auto year_fields = std::to_array<FieldOf<Year>>(
    {{"name", Kind::text, get<&Year::first>},
     {"", to_translate("year"), Kind::text,
      [](const Year& y) -> Value { return y.first.empty() ? Value{"-"} : Value{y.first}; }},
     {"games", to_translate("games"), Kind::count, get<&Year::second>}});

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
  out.parts.emplace_back(table_of(localized("years"), rows_of(year_fields, report.years)));
  return out;
}

Value lengths(const OpeningReport& report) {
  return std::vector<Value>(report.lengths.begin(), report.lengths.end());
}

Value tree(const OpeningReport& report) {
  return moves_with(count_fields, report.tree, [](const OpeningMove& m) {
    return ReportedMove{m.before, m.move, m.depth};
  });
}

constexpr auto line_fields = std::to_array<FieldOf<OpeningLine>>(
    {{"moves", Kind::moves, [](const OpeningLine& line) -> Value { return squares(line.moves); }}});

Value lines(const OpeningReport& report) {
  return beside(rows_of(line_fields, report.lines), rows_of(count_fields, last_moves(report)));
}

template <std::size_t OpeningMove::*Member>
Value all(const OpeningReport& report) {
  return report.all.*Member;
}

constexpr auto opening_members = std::to_array<FieldOf<OpeningReport>>(
    {{"fen", Kind::position, [](const OpeningReport& r) -> Value { return write_fen(r.root); }},
     {"games", Kind::count, all<&OpeningMove::games>},
     {"red_wins", Kind::count, all<&OpeningMove::red_wins>},
     {"draws", Kind::count, all<&OpeningMove::draws>},
     {"black_wins", Kind::count, all<&OpeningMove::black_wins>},
     {"lengths", Kind::list, lengths},
     {"min_games", Kind::count, get<&OpeningReport::least>},
     {"plies", Kind::count, get<&OpeningReport::plies>},
     {"tree", Kind::objects, tree, parts<move_place_fields, count_fields>},
     {"lines", Kind::objects, lines, parts<line_fields, count_fields>},
     {"years", Kind::objects,
      [](const OpeningReport& r) -> Value { return rows_of(year_fields, r.years); },
      parts<year_fields>},
     {"novelties", Kind::object,
      [](const OpeningReport& r) -> Value { return novelties_of(r.novelties); },
      novelty_report_fields}});

} // namespace

std::string as_text(const OpeningReport& report, const ReportStyle& style) {
  return render::to_text(document(report, style), style.columns);
}

std::string as_html(const OpeningReport& report, const ReportStyle& style) {
  return render::to_html(document(report, style));
}

std::vector<Field> opening_report_fields() { return described(opening_members); }

std::string as_json(const OpeningReport& report) { return json_object(opening_members, report); }

} // namespace xq::reports
