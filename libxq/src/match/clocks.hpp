#pragma once

#include <xq/board/types.hpp>

#include <algorithm>
#include <array>
#include <chrono>

namespace xq::match {

/// The time that both sides of a game have; it reads no clock itself. A plain value, so that a copy
/// made before a move brings its time back.
class Clocks {
public:
  using Milliseconds = std::chrono::milliseconds;
  /// What a side begins with, and gets after each of its moves; both zero: no clock.
  struct Allowance {
    Milliseconds base{0};
    Milliseconds increment{0};
  };

  Clocks(const Allowance& red, const Allowance& black, Milliseconds margin = Milliseconds{0})
      : m_allowances{red, black}, m_left{first_time(red), first_time(black)}, m_margin{margin} {}

  [[nodiscard]] bool runs(Color side) const noexcept {
    const Allowance& allowance = m_allowances[to_index(side)];
    return (allowance.base + allowance.increment).count() > 0;
  }
  [[nodiscard]] Milliseconds left(Color side) const noexcept { return m_left[to_index(side)]; }
  [[nodiscard]] Milliseconds increment(Color side) const noexcept {
    return m_allowances[to_index(side)].increment;
  }
  /// `mover` thought for so long and moves. False when the flag fell: it had less, by more than the
  /// margin.
  [[nodiscard]] bool take(Color mover, Milliseconds spent) noexcept {
    if (!runs(mover)) {
      return true;
    }
    auto& left = m_left[to_index(mover)];
    left -= spent;
    const bool in_time = left + m_margin >= Milliseconds{0};
    left = std::max(left, Milliseconds{0}) + increment(mover);
    return in_time;
  }
  /// `side` thought for so long, and the game ended without its move.
  void stop(Color side, Milliseconds spent) noexcept {
    auto& left = m_left[to_index(side)];
    left = std::max(left - spent, Milliseconds{0});
  }

private:
  [[nodiscard]] static Milliseconds first_time(const Allowance& allowance) noexcept {
    return allowance.base.count() > 0 ? allowance.base : allowance.increment;
  }

  std::array<Allowance, color_count> m_allowances;
  std::array<Milliseconds, color_count> m_left;
  Milliseconds m_margin;
};

} // namespace xq::match
