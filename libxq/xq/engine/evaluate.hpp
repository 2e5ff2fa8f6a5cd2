#pragma once

#include <xq/board/position.hpp>
#include <xq/engine/engine.hpp>

#include <array>
#include <cstdint>

namespace xq::engine {

/// A middle-game and an endgame value in one integer: the two sums of a tapered evaluation are kept
/// with one addition.
class Weight {
public:
  constexpr Weight() noexcept = default;
  constexpr Weight(int middle, int end) noexcept
      : m_raw{static_cast<std::int32_t>(static_cast<std::uint32_t>(end) << 16U) + middle} {}

  [[nodiscard]] constexpr int middle() const noexcept {
    return static_cast<std::int16_t>(static_cast<std::uint32_t>(m_raw) & 0xFFFFU);
  }
  [[nodiscard]] constexpr int end() const noexcept {
    // the low half borrows from the high one when it is negative
    return static_cast<std::int16_t>((static_cast<std::uint32_t>(m_raw) + 0x8000U) >> 16U);
  }

  constexpr Weight& operator+=(Weight o) noexcept {
    m_raw += o.m_raw;
    return *this;
  }
  constexpr Weight& operator-=(Weight o) noexcept {
    m_raw -= o.m_raw;
    return *this;
  }
  friend constexpr Weight operator+(Weight a, Weight b) noexcept { return a += b; }
  friend constexpr Weight operator-(Weight a, Weight b) noexcept { return a -= b; }
  friend constexpr Weight operator-(Weight a) noexcept { return Weight{} - a; }
  friend constexpr Weight operator*(Weight a, int n) noexcept {
    return Weight{a.middle() * n, a.end() * n};
  }
  friend constexpr bool operator==(Weight, Weight) noexcept = default;

private:
  std::int32_t m_raw = 0;
};

/// Longest line a search can reach from its root, in plies.
inline constexpr int max_ply = 120;

/// What a piece is worth in exchanges and for move ordering, in centipawns; a king counts as the
/// whole game.
inline constexpr std::array<int, piece_type_count + 1> exchange_values{6000, 180, 180, 420,
                                                                       900,  440, 100, 0};
[[nodiscard]] constexpr int exchange_value(PieceType t) noexcept {
  return exchange_values[to_index(t)];
}

/// The evaluation as a search sees it: it follows the board move by move and answers in centipawns.
/// Another evaluation takes its place by offering these five members. One object a search thread.
class Evaluator {
public:
  /// Start at `position`, forgetting what was followed before.
  void reset(const Position& position) noexcept;
  /// Call before `before` plays the pseudo-legal move `m`; at most max_ply times in a row.
  void do_move(const Position& before, Move m) noexcept;
  void undo_move() noexcept { --m_top; }
  /// Score of `position`, which must be the one followed, from its side to move's point of view.
  [[nodiscard]] Score score(const Position& position) const noexcept;

private:
  struct Sum {
    Weight squares; ///< material and piece-square values, Red minus Black
    int phase = 0;  ///< see phase_weights in evaluate.cpp
  };
  std::array<Sum, max_ply + 8> m_sums;
  std::size_t m_top = 0;
};

} // namespace xq::engine
