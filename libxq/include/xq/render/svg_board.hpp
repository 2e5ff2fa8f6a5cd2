#pragma once

// Positions as pictures.
//
//     std::ofstream{"board.svg"} << render::svg_board(position, {.flipped = true});

#include <xq/board/position.hpp>

#include <string>

namespace xq::render {

struct SvgOptions {
  Move last_move{};     ///< shown where it began and ended; none(): not shown
  bool flipped = false; ///< Black's side below
};

/// The position as an SVG file of its own, as books print it: lines, river, palaces, point marks,
/// round pieces with Chinese characters. Needs a font with Chinese characters where it is shown.
[[nodiscard]] std::string svg_board(const Position& position, const SvgOptions& options = {});

/// What boards are put together from, for an SVG `defs` element: the empty board (id `board`) and
/// the pieces (ids `p` + FEN letter), all in the units of svg_board(): points are 40 apart, a0 is
/// at (30, 390), i9 at (350, 30).
[[nodiscard]] std::string svg_parts();

/// The position put together from svg_parts(), an `svg` element of class `board` for a page that
/// has them.
[[nodiscard]] std::string board_of_parts(const Position& position, const SvgOptions& options = {});

} // namespace xq::render
