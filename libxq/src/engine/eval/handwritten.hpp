#pragma once

#include "engine/eval/tapered_score.hpp"

#include <xq/board/position.hpp>
#include <xq/engine/engine.hpp>

#include <array>
#include <cstdint>

namespace xq::engine {

/// The greatest distance from the root, in plies.
inline constexpr int max_ply = 120;

/// The evaluation by terms and weights, with the members of Evaluator.
class HandwrittenEvaluator {
public:
  void reset(const Position& position) noexcept;
  void do_move(const Position& before, Move m) noexcept;
  void undo_move() noexcept { --m_top; }
  [[nodiscard]] Score score(const Position& position) const noexcept;
  [[nodiscard]] Score passed(Score before) const noexcept;

private:
  [[nodiscard]] Score tempo() const noexcept;

  struct Sum {
    TaperedScore squares;        ///< material and piece-square values, Red minus Black
    TaperedScore material;       ///< of Counter::run_material(); computed on demand
    bool material_known = false; ///< no capture since it was found
    int phase = 0;               ///< see phase_weights in handwritten.cpp
  };
  mutable std::array<Sum, max_ply + 8> m_sums;
  std::size_t m_top = 0;
};

// The steps from a sum of terms to a score, for the program that tunes the weights.

/// How much of the middle game is left, from 32 at the start down to 0.
[[nodiscard]] int phase_of(const Position& position) noexcept;
/// The value between the two of `total` that belongs to `phase`.
[[nodiscard]] Score taper(TaperedScore total, int phase) noexcept;

} // namespace xq::engine
