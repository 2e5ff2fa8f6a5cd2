#pragma once

#include <cstdint>

namespace xq {

/// How many bits are set. Trick: std::popcount() is a library call where the baseline of the
/// architecture has no such instruction (x86-64); this form saves a fifth of perft's time and 3 %
/// of reading games. Relies on compilers, which turn the pattern into the instruction where there
/// is one.
[[nodiscard]] constexpr int count_bits(std::uint64_t bits) noexcept {
  bits -= (bits >> 1U) & 0x5555555555555555U;
  bits = (bits & 0x3333333333333333U) + ((bits >> 2U) & 0x3333333333333333U);
  bits = (bits + (bits >> 4U)) & 0x0F0F0F0F0F0F0F0FU;
  return static_cast<int>((bits * 0x0101010101010101U) >> 56U);
}

} // namespace xq
