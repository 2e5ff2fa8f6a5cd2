#pragma once

#include "jobs/answer/write.hpp"
#include "render/document.hpp"

#include <xq/reports.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::reports {

using namespace jobs;

/// As many positions of a table of moves are shown as boards, at most.
inline constexpr std::size_t most_boards = 6;

/// `C47 中炮过河车...` in the language of translate(); `-` for no code.
[[nodiscard]] std::string opening_name(std::string_view code);

/// `12. 炮二平五`, `12... 马8进7`: move number by the ply from 0 and the side to move.
[[nodiscard]] std::string numbered_move(const Position& before, Move move, int ply,
                                        const ReportStyle& style);

/// `71.4 %`: points that were made of those that could be, of games with a result; `-` for none.
[[nodiscard]] std::string percentage(const Score& score);

/// Games, wins, draws, losses, games without result, percentage, each row under its name.
[[nodiscard]] render::Table score_table(std::string title, std::string heading,
                                        std::span<const NamedScore> rows, std::size_t limit);

/// A table of games.
[[nodiscard]] render::Table games_table(std::string title, std::span<const ListedGame> games,
                                        std::size_t limit);

/// Leave at most `limit` rows (0: all), and let the title say so.
void cut(render::Table& table, std::size_t limit);

/// What several reports have: scores under their names, one score, games.
[[nodiscard]] Rows scores(std::span<const NamedScore> rows);
[[nodiscard]] Rows score(const Score& of_all);
[[nodiscard]] Rows listed(std::span<const ListedGame> games);
[[nodiscard]] Rows listed(const ListedGame& game);

/// A move in a place of a game.
struct ReportedMove {
  const Position& before;
  Move move;
  int ply = 0;
  std::span<const Move> line{}; ///< up to it, where it is told
};
/// `fen`, `move`, `ply`, `line`.
[[nodiscard]] std::span<const FieldOf<ReportedMove>> move_place_fields();

/// Rows for JSON of moves with what else is told of them.
template <typename T, typename Place>
[[nodiscard]] Rows moves_with(FieldsOf<T> fields, const std::vector<T>& rows, Place place) {
  std::vector<ReportedMove> moves;
  moves.reserve(rows.size());
  for (const T& row : rows) {
    moves.push_back(place(row));
  }
  return beside(rows_of(move_place_fields(), moves), rows_of(fields, rows));
}

/// Novelties, the latest first; and all that the report says.
[[nodiscard]] render::Table novelty_table(const NoveltyReport& report, const ReportStyle& style);
[[nodiscard]] Rows novelties_of(const NoveltyReport& report);

/// What JSON has of parts of reports.
[[nodiscard]] std::vector<Field> named_score_fields();
[[nodiscard]] std::vector<Field> one_score_fields();
[[nodiscard]] std::vector<Field> listed_game_fields();
/// The members of whole reports.
[[nodiscard]] std::vector<Field> event_report_fields();
[[nodiscard]] std::vector<Field> player_report_fields();
[[nodiscard]] std::vector<Field> opening_report_fields();
[[nodiscard]] std::vector<Field> novelty_report_fields();

} // namespace xq::reports
