#pragma once

#include <cstdint>

namespace xq::engine {

/// A middle-game and an endgame value in one integer: the two sums of a tapered evaluation are kept
/// with one addition.
class TaperedScore {
public:
  constexpr TaperedScore() noexcept = default;
  constexpr TaperedScore(int middle, int end) noexcept
      : m_raw{static_cast<std::int32_t>(static_cast<std::uint32_t>(end) << 16U) + middle} {}

  [[nodiscard]] constexpr int middle() const noexcept {
    return static_cast<std::int16_t>(static_cast<std::uint32_t>(m_raw) & 0xFFFFU);
  }
  [[nodiscard]] constexpr int end() const noexcept {
    // a negative low half has borrowed from the high one
    return static_cast<std::int16_t>((static_cast<std::uint32_t>(m_raw) + 0x8000U) >> 16U);
  }

  constexpr TaperedScore& operator+=(TaperedScore o) noexcept {
    m_raw += o.m_raw;
    return *this;
  }
  constexpr TaperedScore& operator-=(TaperedScore o) noexcept {
    m_raw -= o.m_raw;
    return *this;
  }
  friend constexpr TaperedScore operator+(TaperedScore a, TaperedScore b) noexcept {
    return a += b;
  }
  friend constexpr TaperedScore operator-(TaperedScore a, TaperedScore b) noexcept {
    return a -= b;
  }
  friend constexpr TaperedScore operator-(TaperedScore a) noexcept { return TaperedScore{} - a; }
  friend constexpr TaperedScore operator*(TaperedScore a, int n) noexcept {
    a.m_raw *= n; // both halves at once, including the borrow
    return a;
  }
  friend constexpr bool operator==(TaperedScore, TaperedScore) noexcept = default;

private:
  std::int32_t m_raw = 0;
};

} // namespace xq::engine
