#pragma once

#include "base/text/json_writer.hpp"
#include "render/document.hpp"

#include <xq/jobs/reports.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::jobs {

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

/// The members of JSON that several reports have.
void write_score(JsonWriter& json, const Score& score);
void write_scores(JsonWriter& json, std::string_view key, std::span<const NamedScore> rows);
void write_listed_game(JsonWriter& json, const ListedGame& game);
/// `h2e2 h9g7`.
[[nodiscard]] std::string squares(std::span<const Move> moves);
/// `fen`, `move`, `ply`, and `line`, the moves up to it, where there are some.
void write_place(JsonWriter& json, const Position& before, Move move, int ply,
                 std::span<const Move> line);

/// Novelties, the latest first; and as members of JSON.
[[nodiscard]] render::Table novelty_table(const NoveltyReport& report, const ReportStyle& style);
void write_novelties(JsonWriter& json, const NoveltyReport& report);

} // namespace xq::jobs
