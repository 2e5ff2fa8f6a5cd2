#pragma once

#include "board/rules/cxa_search.hpp"

#include <xq/board/position.hpp>

#include <vector>

namespace xq::cxa {

/// A move of a game and, for an answer to a check, what stood before that check: a threat that
/// stood then is not made by the answer (26.1.4).
struct Context {
  Position before;
  Move move;
  /// What stood before the other side's last move, and that move; none where the record begins
  /// later. Read for answers to a check alone.
  Position before_check;
  Move check;
  bool pawns_chase = false; ///< what a pawn that moves attacks counts: 26.1.4
};

/// What a move is, the gravest that it is; an exchange, an offer, a block and a pursuit are idle.
enum class Act : std::uint8_t { idle, check, kill, chase };

/// Why a move that makes a threat is idle all the same, by article.
enum class Exception : std::uint8_t {
  none,
  king_answers_check, ///< 26.1.2
  holds_the_draw,     ///< 26.2
};

struct Finding {
  Act act = Act::idle;
  std::vector<Move> mate;      ///< the line of a kill
  std::vector<Threat> threats; ///< that the move makes; also of a kill, which is graver
  Exception exception = Exception::none;
  bool decided = true; ///< false: a search ended at its bound, more may be there
};

/// What a move is by the Chinese rules of 2020. The same for a position and its mirror image.
[[nodiscard]] Finding classify(const Context& context);

/// Whether several pieces make a threat of a Finding together: 26.9.2 and 26.9.3 weigh it otherwise
/// than one by a single piece. `after`: what stands after the move, to `moved`. `decided` becomes
/// false where a search ended at its bound.
[[nodiscard]] bool is_together(const Position& after, Square moved, const Threat& threat,
                               bool& decided);

} // namespace xq::cxa
