#include "jobs/reports/report_tables.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace xq::reports {

namespace {

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

struct ShownMove {
  const PlayerReport& report;
  const PlayerMove& move;
  const ReportStyle& style;
};

bool is_mistake(const PlayerMove& move) noexcept { return move.worst_mark != 0; }

constexpr auto move_columns = std::to_array<FieldOf<ShownMove>>(
    {{"", to_translate("games"), Kind::count,
      [](const ShownMove& m) -> Value { return m.move.games.size(); }},
     // Translators: heading over `2 of 35`: games of others with the move, and in the position
     {"", to_translate("others"), Kind::count,
      [](const ShownMove& m) {
        return is_mistake(m.move)
                   ? Value{}
                   : Value{localized("{} of {}", m.move.others_with_move, m.move.others_at)};
      },
      Missing::left_out},
     {"", "", Kind::text,
      [](const ShownMove& m) {
        return is_mistake(m.move) ? Value{sign(m.move.worst_mark)} : Value{};
      },
      Missing::left_out},
     {"", to_translate("move"), Kind::move,
      [](const ShownMove& m) -> Value {
        return numbered_move(m.move.before, m.move.move, m.move.ply, m.style);
      }},
     {"", to_translate("last"), Kind::text,
      [](const ShownMove& m) -> Value {
        const ListedGame& game = last_game(m.report, m.move);
        return fmt::format("{} {}", game.date.empty() ? "-" : game.date, to_text(game.result));
      }},
     {"", to_translate("opponent"), Kind::name,
      [](const ShownMove& m) -> Value { return opponent(m.report, m.move); }},
     {"", to_translate("ecco"), Kind::text,
      [](const ShownMove& m) -> Value { return last_game(m.report, m.move).opening; }}});

render::Table moves_table(const PlayerReport& report, std::string title,
                          const std::vector<PlayerMove>& moves, const ReportStyle& style) {
  std::vector<ShownMove> shown;
  shown.reserve(moves.size());
  for (const PlayerMove& move : moves) {
    shown.push_back({report, move, style});
  }
  auto table = table_of(std::move(title), rows_of(move_columns, shown));
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
  return report.opponent.empty() ? report.player
                                 : fmt::format("{} - {}", report.player, report.opponent);
}

render::Document document(const PlayerReport& report, const ReportStyle& style) {
  render::Document out;
  out.title = title(report);
  const std::array results{NamedScore{localized("both colours"), report.all},
                           NamedScore{localized("with Red"), report.red},
                           NamedScore{localized("with Black"), report.black}};
  out.parts = {facts(report),
               score_table(localized("results"), "", results, 0),
               score_table(localized("openings as Red"), localized("opening"),
                           named_openings(report.red_openings), style.limit),
               score_table(localized("openings as Black"), localized("opening"),
                           named_openings(report.black_openings), style.limit),
               score_table(localized("years"), localized("year"), report.years, 0),
               score_table(std::string{translate(in_context("players", "opponents"))},
                           localized("player"), report.opponents, style.limit),
               moves_table(report, localized("departures"), report.departures, style)};
  add_boards(out, report, report.departures, style);
  out.parts.emplace_back(
      moves_table(report, localized("repeated mistakes"), report.mistakes, style));
  add_boards(out, report, report.mistakes, style);
  const std::vector<ListedGame> latest_first{report.games.rbegin(), report.games.rend()};
  out.parts.emplace_back(games_table(localized("games"), latest_first, style.limit));
  if (report.names.size() > 1) {
    out.parts.emplace_back(
        score_table(localized("names of the player"), localized("name"), report.names, 0));
  }
  return out;
}

struct MoveOfReport {
  const PlayerReport* report;
  const PlayerMove* move;
};

constexpr auto move_fields = std::to_array<FieldOf<MoveOfReport>>(
    {{"games", Kind::list,
      [](const MoveOfReport& m) -> Value {
        std::vector<Value> games;
        for (const std::size_t game : m.move->games) {
          games.emplace_back(m.report->games[game].number);
        }
        return games;
      }},
     {"others", Kind::count,
      [](const MoveOfReport& m) {
        return is_mistake(*m.move) ? Value{} : Value{m.move->others_at};
      },
      Missing::left_out},
     {"others_with_move", Kind::count,
      [](const MoveOfReport& m) {
        return is_mistake(*m.move) ? Value{} : Value{m.move->others_with_move};
      },
      Missing::left_out},
     {"mark", Kind::word,
      [](const MoveOfReport& m) {
        return is_mistake(*m.move) ? Value{sign(m.move->worst_mark)} : Value{};
      },
      Missing::left_out}});

struct MarkOfReport {
  const PlayerReport* report;
  const MarkedMove* move;
};

constexpr auto marked_fields = std::to_array<FieldOf<MarkOfReport>>(
    {{"game", Kind::count,
      [](const MarkOfReport& m) -> Value { return m.report->games[m.move->game].number; }},
     {"ply", Kind::count, [](const MarkOfReport& m) -> Value { return m.move->ply; }},
     {"mark", Kind::word, [](const MarkOfReport& m) -> Value { return sign(m.move->mark); }}});

Value marked(const PlayerReport& report) {
  std::vector<MarkOfReport> rows;
  for (const MarkedMove& move : report.marked) {
    rows.push_back({&report, &move});
  }
  return rows_of(marked_fields, rows);
}

template <std::vector<PlayerMove> PlayerReport::*Member>
Value moves(const PlayerReport& report) {
  std::vector<MoveOfReport> rows;
  for (const PlayerMove& move : report.*Member) {
    rows.push_back({&report, &move});
  }
  return moves_with(move_fields, rows, [](const MoveOfReport& m) {
    return ReportedMove{m.move->before, m.move->move, m.move->ply, m.move->line};
  });
}

template <std::vector<NamedScore> PlayerReport::*Member>
Value named(const PlayerReport& report) {
  return scores(report.*Member);
}

template <Score PlayerReport::*Member>
Value one(const PlayerReport& report) {
  return score(report.*Member);
}

using R = PlayerReport;
constexpr auto player_members = std::to_array<FieldOf<R>>(
    {{"names", Kind::objects, named<&R::names>, named_score_fields},
     {"repeated", Kind::count, get<&R::left_out>},
     {"unclear", Kind::count, get<&R::both>},
     {"all", Kind::object, one<&R::all>, one_score_fields},
     {"red", Kind::object, one<&R::red>, one_score_fields},
     {"black", Kind::object, one<&R::black>, one_score_fields},
     {"red_openings", Kind::objects, named<&R::red_openings>, named_score_fields},
     {"black_openings", Kind::objects, named<&R::black_openings>, named_score_fields},
     {"years", Kind::objects, named<&R::years>, named_score_fields},
     {"opponents", Kind::objects, named<&R::opponents>, named_score_fields},
     {"common", Kind::count, get<&R::common>},
     {"plies", Kind::count, get<&R::plies>},
     {"departures", Kind::objects, moves<&R::departures>, parts<move_place_fields, move_fields>},
     {"marked_games", Kind::count, get<&R::marked_games>},
     {"mistakes", Kind::objects, moves<&R::mistakes>, parts<move_place_fields, move_fields>},
     {"marked", Kind::objects, marked, parts<marked_fields>},
     {"games", Kind::objects, [](const R& r) -> Value { return listed(r.games); },
      listed_game_fields}});

} // namespace

std::string as_text(const PlayerReport& report, const ReportStyle& style) {
  return render::to_text(document(report, style), style.columns);
}

std::string as_html(const PlayerReport& report, const ReportStyle& style) {
  return render::to_html(document(report, style));
}

std::vector<Field> player_report_fields() { return described(player_members); }

std::string as_json(const PlayerReport& report) { return json_object(player_members, report); }

} // namespace xq::reports
