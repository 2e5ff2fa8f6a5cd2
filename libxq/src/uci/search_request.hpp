#pragma once

#include <xq/engine/engine.hpp>
#include <xq/uci/external.hpp>

#include <span>
#include <string>

namespace xq::uci {

// What an external engine is sent to start a search.

/// How it is spoken to.
struct Dialect {
  bool ucci = false; ///< else UCI
  RankBase ranks = RankBase::zero;
  bool seconds = true; ///< unit of UCCI's clocks, else milliseconds
};

/// The moves of a game for UCCI, which takes the position after the last capture and the moves
/// since.
struct Course {
  Position from;
  std::span<const Move> moves;
  Position now; ///< after all moves
};
[[nodiscard]] Course since_last_capture(const Position& start, std::span<const Move> moves);

[[nodiscard]] std::string position_line(const Position& start, std::span<const Move> moves,
                                        const Course& course, const Dialect& dialect);
/// UCCI's `banmoves`.
[[nodiscard]] std::string ban_line(const engine::Limits& limits, const Dialect& dialect);
[[nodiscard]] std::string go_line(const engine::Limits& limits, const Course& course,
                                  const Dialect& dialect);

} // namespace xq::uci
