#pragma once

#include "engine/network/features.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace xq::engine {

namespace network {

inline constexpr std::size_t hidden_size = 128; ///< units of each half of the hidden layer
/// 1 of an accumulator, and where its activation ends.
inline constexpr int unit = 255;
/// 1 of an output weight.
inline constexpr int output_unit = 64;
inline constexpr int largest_output_weight = 127;
/// 1 of what the hand-written evaluation counts.
inline constexpr int terms_unit = 256;
inline constexpr int largest_terms_share = 4 * terms_unit;
inline constexpr int largest_scale = 10'000;
inline constexpr std::int32_t largest_output_bias = 1'000'000'000;

/// One number for each hidden unit.
using Row = std::array<std::int16_t, hidden_size>;

} // namespace network

/// The trained weights, in the order of the file (network_file.hpp); see docs/engine.md for what is
/// computed from them.
struct Network {
  /// A row for each feature, and one of zeros for no_feature.
  using FeatureRows = std::array<network::Row, network::feature_count + 1>;

  alignas(64) network::Row bias{};
  std::array<FeatureRows, network::king_square_count> weights{};
  /// Output weights for the side to move and for its opponent.
  std::array<network::Row, network::bucket_count> own{};
  std::array<network::Row, network::bucket_count> opponent{};
  std::array<std::int32_t, network::bucket_count> output_bias{};
  /// What the hand-written evaluation counts beside the output; zeros: it is not computed.
  std::array<std::int32_t, network::bucket_count> terms_share{};
  std::int32_t scale = 400; ///< centipawns of an output of 1

  [[nodiscard]] bool uses_terms() const noexcept { return terms_share != decltype(terms_share){}; }
};

} // namespace xq::engine
