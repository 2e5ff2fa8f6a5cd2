#include "jobs/reports/report_tables.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/ecco.hpp>

#include <fmt/core.h>

#include <utility>

namespace xq::jobs {

namespace {

/// An empty text says nothing.
void write_text(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  text.empty() ? json.null() : json.value(text);
}

std::string square_text(Move move) {
  return notation::square_name(move.from()) + notation::square_name(move.to());
}

} // namespace

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
  render::Table table{.title = std::move(title),
                      .columns = {{std::move(heading)},
                                  {localized("games"), true},
                                  {"+", true},
                                  {"=", true},
                                  {"-", true},
                                  {"*", true},
                                  {"%", true}},
                      .rows = {}};
  for (const auto& [name, score] : rows) {
    table.rows.push_back({name.empty() ? "-" : name, std::to_string(score.games()),
                          std::to_string(score.wins), std::to_string(score.draws),
                          std::to_string(score.losses), std::to_string(score.unknown),
                          percentage(score)});
  }
  cut(table, limit);
  return table;
}

render::Table games_table(std::string title, std::span<const ListedGame> games, std::size_t limit) {
  render::Table table{.title = std::move(title),
                      .columns = {{localized("game"), true},
                                  {localized("date")},
                                  {localized("red")},
                                  {localized("black")},
                                  {localized("result")},
                                  {localized("ecco")},
                                  {localized("plies"), true},
                                  {localized("event")}},
                      .rows = {}};
  for (const ListedGame& game : games) {
    table.rows.push_back({std::to_string(game.number), game.date, game.red, game.black,
                          std::string{to_text(game.result)}, game.opening,
                          std::to_string(game.plies), game.event});
  }
  cut(table, limit);
  return table;
}

void write_score(JsonWriter& json, const Score& score) {
  json.member("games", score.games())
      .member("wins", score.wins)
      .member("draws", score.draws)
      .member("losses", score.losses)
      .member("unknown", score.unknown);
}

void write_scores(JsonWriter& json, std::string_view key, std::span<const NamedScore> rows) {
  json.key(key).begin_array();
  for (const auto& [name, score] : rows) {
    json.begin_object().member("name", std::string_view{name});
    write_score(json, score);
    json.end_object();
  }
  json.end_array();
}

void write_listed_game(JsonWriter& json, const ListedGame& game) {
  json.begin_object().member("game", game.number);
  write_text(json, "date", game.date);
  json.member("red", std::string_view{game.red}).member("black", std::string_view{game.black});
  write_text(json, "event", game.event);
  json.member("result", to_text(game.result));
  write_text(json, "ecco", game.opening);
  json.member("plies", game.plies).end_object();
}

void write_place(JsonWriter& json, const Position& before, Move move, int ply,
                 std::span<const Move> line) {
  json.member("fen", std::string_view{write_fen(before)})
      .member("move", std::string_view{square_text(move)})
      .member("ply", ply);
  json.member("line", std::string_view{squares(line)});
}

std::string squares(std::span<const Move> moves) {
  std::string out;
  for (const Move m : moves) {
    out += (out.empty() ? "" : " ") + square_text(m);
  }
  return out;
}

} // namespace xq::jobs
