#pragma once

// How the book tools show what a move has scored.

#include "cli/options/values.hpp"
#include "command.hpp"

#include <xq/book/book.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace xq::cli {

/// The value of --weight.
[[nodiscard]] Value weighting(book::Weighting& target);

/// What an engine said of `judged` positions was kept in a book with other games: its scores are to
/// be made again.
void say_judged(const GlobalOptions& global, std::uint64_t judged, const std::string& path);

/// `+0.35`, `#5` (the side to move mates), `-#5`; `-` when it is not known.
[[nodiscard]] std::string score_text(const std::optional<book::MoveScore>& score);

} // namespace xq::cli
