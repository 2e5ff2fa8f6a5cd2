#pragma once

#include "base/text/json_writer.hpp"

#include <xq/book/row.hpp>
#include <xq/book/score.hpp>

#include <optional>

namespace xq::jobs {

/// Members games, red_wins, draws and black_wins of an open object.
void write_members(JsonWriter& json, const book::Counts& counts);

/// Members first_year and last_year; null when none is known.
void write_members(JsonWriter& json, const book::Years& years);

/// How levels are written: rounded, or so that they can be read again.
enum class Ratings : std::uint8_t { average, sum };

/// Members rated, average_rating or rating_sum, and best_rating; none when no level is known.
void write_members(JsonWriter& json, const book::Levels& levels,
                   Ratings ratings = Ratings::average);

/// Members score, win (probability in percent), search_depth and replies (null: the position after
/// the move was not judged) of an open object; none when there is no score.
void write_members(JsonWriter& json, const std::optional<book::MoveScore>& score);

} // namespace xq::jobs
