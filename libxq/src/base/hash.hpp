#pragma once

#include <cstdint>
#include <string_view>

namespace xq {

/// XXH3, 64 bits, seed 0 (https://github.com/Cyan4973/xxHash, its output is frozen since 0.8.0):
/// stored in files, so it is tested by value.
[[nodiscard]] std::uint64_t content_hash(std::string_view bytes) noexcept;

/// Finaliser of splitmix64 (Steele, Lea, Flood 2014): each bit of `x` changes half of the bits of
/// the result. Keys of positions are made with it, so it is frozen.
[[nodiscard]] constexpr std::uint64_t mix_bits(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}
/// The next state of a splitmix64 generator, whose output is mix_bits() of it.
inline constexpr std::uint64_t splitmix_step = 0x9E3779B97F4A7C15U;

/// 128 bits, enough to stand for the bytes themselves.
struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Hash128&, const Hash128&) noexcept = default;
};

/// XXH3, 128 bits, with a seed: for tables in memory.
[[nodiscard]] Hash128 content_hash128(std::string_view bytes, std::uint64_t seed) noexcept;

} // namespace xq
