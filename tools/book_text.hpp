#pragma once

// How the book tools show what a move has scored.

#include "json.hpp"

#include <xq/book/row.hpp>

#include <string>
#include <string_view>

namespace xq::cli {

/// Heading of score_columns(), of the same width.
inline constexpr std::string_view score_heading = "     games    red%   draw%  black%";

/// Games, and the shares of the results among those whose result is known; `-` where none is.
[[nodiscard]] std::string score_columns(const book::Counts& counts);

/// Members games, red_wins, draws and black_wins of an open object.
void add_score(JsonWriter& json, const book::Counts& counts);

} // namespace xq::cli
