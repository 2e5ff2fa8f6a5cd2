#pragma once

// How the book tools show what a move has scored.

#include "json.hpp"
#include "values.hpp"

#include <xq/book/weight.hpp>

#include <string>
#include <string_view>

namespace xq::cli {

/// Heading of score_columns(), of the same width.
inline constexpr std::string_view score_heading = "     games    red%   draw%  black%";

/// Games, and the shares of the results among those whose result is known; `-` where none is.
[[nodiscard]] std::string score_columns(const book::Counts& counts);

/// The value of --weight.
[[nodiscard]] Value weighting(book::Weighting& target);

/// `1980-1999`, `1980` when it is one year, `-` when none is known.
[[nodiscard]] std::string years_text(const book::Years& years);

/// `2410 (2560)`, the average and the best level; `-` when none is known.
[[nodiscard]] std::string levels_text(const book::Levels& levels);

/// Members first_year and last_year of an open object; null when none is known.
void add_years(JsonWriter& json, const book::Years& years);

/// Members rated, average_rating and best_rating of an open object; none when no level is known.
/// `exact`: rating_sum instead of the average.
void add_levels(JsonWriter& json, const book::Levels& levels, bool exact = false);

/// Members games, red_wins, draws and black_wins of an open object.
void add_score(JsonWriter& json, const book::Counts& counts);

} // namespace xq::cli
