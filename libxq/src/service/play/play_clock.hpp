#pragma once

#include <xq/board/types.hpp>

#include <algorithm>
#include <array>
#include <chrono>

namespace xq::service {

/// The time that both sides of a game between people have, in the forms that are usual on Chinese
/// servers and for games by correspondence. It reads no clock itself. A plain value, so that a copy
/// made before a move brings its time back.
class PlayClock {
public:
  using Milliseconds = std::chrono::milliseconds;
  using Left = std::array<Milliseconds, color_count>; ///< by colour
  struct Terms {
    Milliseconds base{0};      ///< for the whole game; zero: there are limits for moves alone
    Milliseconds increment{0}; ///< that a side gets after each of its moves
    Milliseconds step{0};      ///< the longest that a move may take; zero: as long as there is time
    Milliseconds byoyomi{0};   ///< for each move when `base` is used up
    std::chrono::days days{0}; ///< for each move, without any of the others
    friend bool operator==(const Terms&, const Terms&) noexcept = default;
  };

  explicit PlayClock(const Terms& terms) : m_terms{terms}, m_left{first_time(), first_time()} {}

  [[nodiscard]] const Terms& terms() const noexcept { return m_terms; }
  [[nodiscard]] bool runs() const noexcept { return first_time().count() > 0; }
  /// What a side has for the rest of the game, or for a move where only moves are limited.
  [[nodiscard]] Milliseconds left(Color side) const noexcept { return m_left[to_index(side)]; }
  [[nodiscard]] const Left& all_left() const noexcept { return m_left; }
  void set_left(const Left& left) noexcept { m_left = left; }
  /// How long a side may think about its next move.
  [[nodiscard]] Milliseconds budget(Color side) const noexcept {
    const auto rest = left(side);
    if (m_terms.base.count() == 0) {
      return rest;
    }
    const bool limited = m_terms.step.count() > 0 && rest.count() > 0;
    return limited ? std::min(m_terms.step, rest + m_terms.byoyomi) : rest + m_terms.byoyomi;
  }
  /// `mover` thought for so long, within its budget, and moves.
  void take(Color mover, Milliseconds spent) noexcept {
    if (m_terms.base.count() > 0) {
      stop(mover, spent);
      m_left[to_index(mover)] += m_terms.increment;
    }
  }
  /// `side` thought for so long, and the game ended or was interrupted without its move.
  void stop(Color side, Milliseconds spent) noexcept {
    auto& left = m_left[to_index(side)];
    left = std::max(left - spent, Milliseconds{0});
  }

private:
  [[nodiscard]] Milliseconds first_time() const noexcept {
    return m_terms.days.count() > 0   ? Milliseconds{m_terms.days}
           : m_terms.base.count() > 0 ? m_terms.base
                                      : m_terms.step;
  }

  Terms m_terms;
  Left m_left;
};

} // namespace xq::service
