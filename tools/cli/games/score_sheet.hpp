#pragma once

#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <cstddef>
#include <string>

namespace xq::cli {

/// How moves of a sheet are written, and how many terminal columns it may have.
struct SheetStyle {
  notation::Style moves = notation::Style::chinese;
  notation::WriteOptions notation{};
  std::size_t width = 80;
};

/// A game to be read on a terminal: headers, then its moves in columns with marks and values.
/// Comments and variations stand below their move; where there are none, several columns of moves
/// stand side by side.
[[nodiscard]] std::string score_sheet(const record::Game& game, const SheetStyle& style);

} // namespace xq::cli
