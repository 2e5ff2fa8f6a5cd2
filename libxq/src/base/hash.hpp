#pragma once

#include <cstdint>
#include <string_view>

namespace xq {

/// XXH3, 64 bits, seed 0 (https://github.com/Cyan4973/xxHash, its output is frozen since 0.8.0):
/// stored in files, so it is tested by value.
[[nodiscard]] std::uint64_t content_hash(std::string_view bytes) noexcept;

/// 128 bits, enough to stand for the bytes themselves.
struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Hash128&, const Hash128&) noexcept = default;
};

/// XXH3, 128 bits, with a seed: for tables in memory.
[[nodiscard]] Hash128 content_hash128(std::string_view bytes, std::uint64_t seed) noexcept;

} // namespace xq
