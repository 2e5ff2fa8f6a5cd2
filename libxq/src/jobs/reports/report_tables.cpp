#include "jobs/reports/report_tables.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/ecco.hpp>

#include <fmt/core.h>

#include <utility>

namespace xq::reports {

namespace {

constexpr auto named_fields =
    std::to_array<FieldOf<NamedScore>>({{"name", Kind::name, get<&NamedScore::name>},
                                        {"", "", Kind::name, [](const NamedScore& n) -> Value {
                                           return n.name.empty() ? Value{"-"} : Value{n.name};
                                         }}});

constexpr auto score_fields = std::to_array<FieldOf<Score>>(
    {{"games", to_translate("games"), Kind::count, get<&Score::games>},
     {"wins", "+", Kind::count, get<&Score::wins>},
     {"draws", "=", Kind::count, get<&Score::draws>},
     {"losses", "-", Kind::count, get<&Score::losses>},
     {"unknown", "*", Kind::count, get<&Score::unknown>},
     {"", "%", Kind::percent, [](const Score& s) -> Value { return percentage(s); }}});

constexpr auto listed_fields = std::to_array<FieldOf<ListedGame>>(
    {{"game", to_translate("game"), Kind::count, get<&ListedGame::number>},
     {"date", to_translate("date"), Kind::date, [](const ListedGame& g) { return told(g.date); },
      Missing::null},
     {"red", to_translate("red"), Kind::name, get<&ListedGame::red>},
     {"black", to_translate("black"), Kind::name, get<&ListedGame::black>},
     {"event", Kind::name, [](const ListedGame& g) { return told(g.event); }, Missing::null},
     {"result", to_translate("result"), Kind::result,
      [](const ListedGame& g) -> Value { return to_text(g.result); }},
     {"ecco", to_translate("ecco"), Kind::text, [](const ListedGame& g) { return told(g.opening); },
      Missing::null},
     {"plies", to_translate("plies"), Kind::count, get<&ListedGame::plies>},
     {"", to_translate("event"), Kind::name, get<&ListedGame::event>, Missing::never, 0, 12,
      true}});

constexpr auto place_fields = std::to_array<FieldOf<ReportedMove>>(
    {{"fen", Kind::position, [](const ReportedMove& m) -> Value { return write_fen(m.before); }},
     {"move", Kind::move,
      [](const ReportedMove& m) -> Value {
        return squares({&m.move, 1});
      }},
     {"ply", Kind::count, get<&ReportedMove::ply>},
     {"line", Kind::moves, [](const ReportedMove& m) -> Value { return squares(m.line); }}});

} // namespace

Rows scores(std::span<const NamedScore> rows) {
  std::vector<Score> all;
  all.reserve(rows.size());
  for (const auto& row : rows) {
    all.push_back(row.score);
  }
  return beside(rows_of(named_fields, rows), rows_of(score_fields, all));
}

Rows score(const Score& of_all) { return object_of(score_fields, of_all); }

Rows listed(std::span<const ListedGame> games) { return rows_of(listed_fields, games); }

Rows listed(const ListedGame& game) { return object_of(listed_fields, game); }

std::vector<Field> named_score_fields() { return described(named_fields, score_fields); }
std::vector<Field> one_score_fields() { return described(score_fields); }
std::vector<Field> listed_game_fields() { return described(listed_fields); }

std::span<const FieldOf<ReportedMove>> move_place_fields() { return place_fields; }

std::string opening_name(std::string_view code) {
  const auto* known = record::find_opening(code);
  return code.empty()       ? "-"
         : known == nullptr ? std::string{code}
                            : fmt::format("{} {}", code, record::full_name(*known));
}

std::string numbered_move(const Position& before, Move move, int ply, const ReportStyle& style) {
  return fmt::format("{}{} {}", ply / 2 + 1, before.side_to_move() == Color::red ? "." : "...",
                     notation::to_text(before, move, style.notation, style.write));
}

std::string percentage(const Score& score) {
  const std::size_t known = score.wins + score.draws + score.losses;
  return known == 0 ? "-"
                    : fmt::format("{:.1f} %", 100.0 *
                                                  (static_cast<double>(score.wins) +
                                                   static_cast<double>(score.draws) / 2) /
                                                  static_cast<double>(known));
}

void cut(render::Table& table, std::size_t limit) {
  if (limit != 0 && table.rows.size() > limit) {
    table.title = localized("{} (the first {} of {})", table.title, limit, table.rows.size());
    table.rows.resize(limit);
  }
}

render::Table score_table(std::string title, std::string heading, std::span<const NamedScore> rows,
                          std::size_t limit) {
  auto table = table_of(std::move(title), scores(rows));
  table.columns[0].heading = std::move(heading);
  table.columns[0].wraps = true;
  cut(table, limit);
  return table;
}

render::Table games_table(std::string title, std::span<const ListedGame> games, std::size_t limit) {
  auto table = table_of(std::move(title), listed(games));
  cut(table, limit);
  return table;
}

} // namespace xq::reports
