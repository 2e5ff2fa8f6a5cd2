#pragma once

#include <xq/analysis/review.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace xq::analysis {

/// How thorough a judgement of a game is: `xq annotate --quality`, of which night is the default.
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

/// How deep positions are searched again: by night a small first look, and larger ones where a mark
/// may hang on them.
[[nodiscard]] constexpr Looks looks_of(Quality quality) noexcept {
  using enum Effort;
  return quality == Quality::night ? Looks{thorough, exhaustive} : Looks{};
}

/// What the header Annotator says.
[[nodiscard]] std::string annotator_of(std::string_view engine, const engine::Limits& limits,
                                       const Looks& looks);

} // namespace xq::analysis
