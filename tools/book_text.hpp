#pragma once

// How the book tools show what a move has scored.

#include <xq/book/row.hpp>

#include <string>
#include <string_view>

namespace xq::cli {

/// Heading of score_columns(), of the same width.
inline constexpr std::string_view score_heading = "     games    red%   draw%  black%";

/// Games, and the shares of the results among those whose result is known; `-` where none is.
[[nodiscard]] std::string score_columns(const book::Counts& counts);

/// `"games":5,"red_wins":2,"draws":1,"black_wins":2`
[[nodiscard]] std::string score_json(const book::Counts& counts);

} // namespace xq::cli
