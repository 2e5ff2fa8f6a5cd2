#pragma once

#include <cstdint>

namespace xq::analysis {

/// How thorough a judgement of a game is: `xq annotate --quality`.
enum class Quality : std::uint8_t { night, quick, normal, deep };

/// Nodes that are searched in each position.
[[nodiscard]] constexpr std::uint64_t nodes_of(Quality quality) noexcept {
  switch (quality) {
  case Quality::night:
    return 8'000;
  case Quality::quick:
    return 20'000;
  case Quality::normal:
    return 75'000;
  default:
    return 1'000'000;
  }
}

} // namespace xq::analysis
