#pragma once

// How the book tools show what a move has scored.

#include "cli/options/values.hpp"
#include "command.hpp"

#include <xq/book/book.hpp>
#include <xq/book/move_weight.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace xq::cli {

/// The columns that follow a move in a table: games, the shares of the results among those whose
/// result is known, and years, levels and what an engine thinks where a move of the table has any;
/// `-` where it has none.
class MoveColumns {
public:
  /// `move` is one of the table's.
  void include(const book::BookMove& move) noexcept;
  [[nodiscard]] std::string heading() const;
  [[nodiscard]] std::string of(const book::BookMove& move) const;

private:
  bool m_years = false;
  bool m_levels = false;
  bool m_scores = false;
};

/// The value of --weight.
[[nodiscard]] Value weighting(book::Weighting& target);

/// `1980-1999`, `1980` when it is one year, `-` when none is known.
[[nodiscard]] std::string years_text(const book::Years& years);

/// `2410 (2560)`, the average and the best level; `-` when none is known.
[[nodiscard]] std::string levels_text(const book::Levels& levels);

/// What an engine said of `judged` positions was kept in a book with other games: its scores are to
/// be made again.
void say_judged(const GlobalOptions& global, std::uint64_t judged, const std::string& path);

/// `+0.35`, `#5` (the side to move mates), `-#5`; `-` when it is not known.
[[nodiscard]] std::string score_text(const std::optional<book::MoveScore>& score);

} // namespace xq::cli
