#include "jobs/reports/report_tables.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace xq::reports {

namespace {

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

struct ShownNovelty {
  const Novelty& novelty;
  const ReportStyle& style;
};

constexpr auto novelty_columns = std::to_array<FieldOf<ShownNovelty>>(
    {{"", to_translate("date"), Kind::date,
      [](const ShownNovelty& n) { return told(n.novelty.game.date); }},
     {"", to_translate("move"), Kind::move,
      [](const ShownNovelty& n) -> Value {
        return numbered_move(n.novelty.before, n.novelty.move, n.novelty.ply, n.style);
      }},
     // Translators: games that had the position before a novelty
     {"", to_translate("before"), Kind::count,
      [](const ShownNovelty& n) -> Value { return n.novelty.earlier; }},
     // Translators: games that made the move after the first one
     {"", to_translate("later"), Kind::count,
      [](const ShownNovelty& n) -> Value { return n.novelty.later; }},
     {"", to_translate("red"), Kind::name,
      [](const ShownNovelty& n) -> Value { return n.novelty.game.red; }},
     {"", to_translate("black"), Kind::name,
      [](const ShownNovelty& n) -> Value { return n.novelty.game.black; }},
     {"", to_translate("result"), Kind::result,
      [](const ShownNovelty& n) -> Value { return to_text(n.novelty.game.result); }},
     {"", to_translate("ecco"), Kind::text,
      [](const ShownNovelty& n) -> Value { return n.novelty.game.opening; }},
     {"", to_translate("game"), Kind::count,
      [](const ShownNovelty& n) -> Value { return n.novelty.game.number; }}});

constexpr auto novelty_fields = std::to_array<FieldOf<Novelty>>(
    {{"earlier", Kind::count, get<&Novelty::earlier>},
     {"later", Kind::count, get<&Novelty::later>},
     {"game", Kind::object, [](const Novelty& n) -> Value { return listed(n.game); },
      listed_game_fields}});

constexpr auto novelty_members = std::to_array<FieldOf<NoveltyReport>>(
    {{"games", Kind::count, get<&NoveltyReport::games>},
     {"repeated", Kind::count, get<&NoveltyReport::repeated>},
     {"undated", Kind::count, get<&NoveltyReport::undated>},
     {"earlier", Kind::count, get<&NoveltyReport::earlier>},
     {"plies", Kind::count, get<&NoveltyReport::plies>},
     {"uncertain", Kind::count, get<&NoveltyReport::uncertain>},
     {"transpositions", Kind::count, get<&NoveltyReport::transpositions>},
     {"novelties", Kind::objects,
      [](const NoveltyReport& report) -> Value {
        return moves_with(novelty_fields, report.novelties, [](const Novelty& n) {
          return ReportedMove{n.before, n.move, n.ply, n.line};
        });
      },
      parts<move_place_fields, novelty_fields>}});

} // namespace

render::Table novelty_table(const NoveltyReport& report, const ReportStyle& style) {
  std::vector<ShownNovelty> shown;
  for (const Novelty& n : report.novelties) {
    shown.push_back({n, style});
  }
  auto table = table_of(localized("novelties"), rows_of(novelty_columns, shown), "-");
  cut(table, style.limit);
  return table;
}

Rows novelties_of(const NoveltyReport& report) { return object_of(novelty_members, report); }

std::string as_text(const NoveltyReport& report, const ReportStyle& style) {
  return render::to_text(document(report, style), style.columns);
}

std::string as_html(const NoveltyReport& report, const ReportStyle& style) {
  return render::to_html(document(report, style));
}

std::vector<Field> novelty_report_fields() { return described(novelty_members); }

std::string as_json(const NoveltyReport& report) { return json_object(novelty_members, report); }

} // namespace xq::reports
