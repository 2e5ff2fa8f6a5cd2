#pragma once

#include "jobs/answer/write.hpp"
#include "service/http.hpp"

#include <xq/board/position.hpp>
#include <xq/notation/notation.hpp>
#include <xq/uci/external.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

/// How moves are written in an answer: `script=traditional`, `dialect=1-10`.
struct MoveStyle {
  notation::Style script = notation::Style::chinese;
  uci::RankBase ranks = uci::RankBase::zero;
};
/// Throws HttpError 400 for values that there are none such.
[[nodiscard]] MoveStyle read_move_style(const Parameters& query);

/// A legal move in three notations: `uci`, `san` (Chinese) and `wxf`.
struct NamedMove {
  NamedMove(const Position& position, Move move, const MoveStyle& style);
  std::string uci, san, wxf;
};
[[nodiscard]] std::span<const jobs::FieldOf<NamedMove>> move_name_fields() noexcept;

/// A FEN, with blanks or `_` between its fields, its counters or not, side w, b or r; empty or
/// `startpos`: the start position. Throws HttpError 400 with what is wrong in it.
[[nodiscard]] Position read_position(std::string_view fen);

/// Moves, one after another, from `start`, with commas, blanks or `|` between them: in squares with
/// ranks from 0, or from 1 (the same in the whole text; when both fit, `style` decides), or in any
/// notation that xq reads. Throws HttpError 400 for one that is not legal.
[[nodiscard]] std::vector<Move> read_moves(const Position& start, std::string_view text,
                                           const MoveStyle& style);

/// A position and how it came about: parameters `fen` and `play`.
struct Line {
  Position start;
  std::vector<Move> moves;
  Position position; ///< after them
};
[[nodiscard]] Line read_line(const Parameters& query, const MoveStyle& style);

/// `red` or `black`.
[[nodiscard]] constexpr std::string_view name_of(Color side) noexcept {
  return side == Color::red ? "red" : "black";
}

} // namespace xq::service
