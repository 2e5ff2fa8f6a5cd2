#pragma once

#include "engine/eval/tapered_score.hpp"

#include <xq/board/position.hpp>
#include <xq/engine/engine.hpp>

#include <array>
#include <cstdint>

namespace xq::engine {

/// The greatest distance from the root, in plies.
inline constexpr int max_ply = 120;

/// Values of the pieces in exchanges and for move ordering, in centipawns; a king's exceeds all
/// others together.
inline constexpr std::array<int, piece_type_count + 1> exchange_values{6000, 180, 180, 420,
                                                                       900,  440, 100, 0};
[[nodiscard]] constexpr int exchange_value(PieceType t) noexcept {
  return exchange_values[to_index(t)];
}

/// The evaluation's interface to the search: updated move by move, scores in centipawns. Another
/// evaluation can replace it by providing these members. One object a search thread.
class Evaluator {
public:
  /// Start at `position`.
  void reset(const Position& position) noexcept;
  /// Call before `before` plays the pseudo-legal move `m`; at most max_ply times in a row.
  void do_move(const Position& before, Move m) noexcept;
  void undo_move() noexcept { --m_top; }
  /// Score of `position`, which must be the current one, from its side to move's point of view.
  [[nodiscard]] Score score(const Position& position) const noexcept;
  /// score() of the same board with the other side to move, computed from `before`.
  [[nodiscard]] Score passed(Score before) const noexcept;

private:
  [[nodiscard]] Score tempo() const noexcept;

  struct Sum {
    TaperedScore squares;        ///< material and piece-square values, Red minus Black
    TaperedScore material;       ///< of Counter::run_material(); computed on demand
    bool material_known = false; ///< no capture since it was found
    int phase = 0;               ///< see phase_weights in evaluate.cpp
  };
  mutable std::array<Sum, max_ply + 8> m_sums;
  std::size_t m_top = 0;
};

// The steps from a sum of terms to a score, for the program that tunes the weights.

/// How much of the middle game is left, from 32 at the start down to 0.
[[nodiscard]] int phase_of(const Position& position) noexcept;
/// The value between the two of `total` that belongs to `phase`.
[[nodiscard]] Score taper(TaperedScore total, int phase) noexcept;
/// How much of an advantage of Red (or of Black) the pieces left can turn into a win, in 64ths.
[[nodiscard]] int winning_share(const Position& position, int phase, bool red_ahead) noexcept;

} // namespace xq::engine
