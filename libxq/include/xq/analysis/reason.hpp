#pragma once

#include <xq/analysis/ending.hpp>
#include <xq/analysis/evaluation.hpp>
#include <xq/board/position.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace xq::analysis {

/// What a side has at the end of a line of play that it had not before.
struct LineGain {
  using Counts = std::array<std::uint8_t, piece_type_count>;

  Counts won{};  ///< captured pieces by type ...
  Counts lost{}; ///< ... of the side itself; what was exchanged for the same type is left out
  bool empty_cannon = false; ///< see has_empty_cannon()

  /// Won less lost in half pawns: pawn 2, advisor and elephant 4, horse 8, cannon 9, rook 18.
  [[nodiscard]] int worth() const noexcept;
};

/// The position at the end of `line` (legal moves) from `start`, after which both sides went on
/// with captures, and with all moves when in check, as long as that wins material, a few plies far.
[[nodiscard]] Position end_of_line(const Position& start, std::span<const Move> line);

/// What the captures on the way to end_of_line() gain.
[[nodiscard]] LineGain gain_of_line(const Position& start, std::span<const Move> line, Color side);

/// A cannon of `side` stands on the central file with the other king, and nothing between them.
[[nodiscard]] bool has_empty_cannon(const Position& position, Color side) noexcept;

/// A move and what the line that begins with it proves for the side that plays it.
struct Point {
  Position at; ///< before the move
  Move move;
  LineGain gain;
  bool by_rule = false; ///< the line ends in a repetition that the rules forbid the other side
};

/// A known ending that a line comes to.
struct EndingReason {
  Ending ending;
  Position at; ///< where the better move would have been played ...
  Move move;   ///< ... which comes to the ending; none: the played move does
};

/// Why a move is worse than another one, as far as the engine's lines prove it: nothing else is
/// said.
struct Reason {
  std::optional<Point> better;     ///< what the better move would have won
  std::optional<Point> overlooked; ///< what the opponent's answer wins
  std::optional<EndingReason> ending;
};

/// The player of `played` in `position` lost something: `before` is the engine's answer about the
/// position, whose first line is the better move's, `after` that about the position after the
/// move. Material counts only where the lines differ by a pawn or more and the values differ by at
/// least half as much. An ending is given where the better move's line comes to a won or drawn one
/// and the played move's line to none or to a worse one, or where the played move's line alone
/// comes to one and does not win it.
[[nodiscard]] Reason reason_of_loss(const Position& position, Move played, const Evaluation& before,
                                    const Evaluation& after);

} // namespace xq::analysis
