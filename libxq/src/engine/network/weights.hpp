#pragma once

#include "engine/network/features.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace xq::engine {

namespace network {

/// Units of each half of the hidden layer; what else depends on it follows. For a network of
/// another shape: 384 or 512, train again, and put the new file in the place of the old one.
inline constexpr std::size_t hidden_size = 256;
inline constexpr std::size_t first_size = 16;  ///< units of the layer behind it
inline constexpr std::size_t second_size = 32; ///< units of the layer behind that

/// 1 of an accumulator, and where its activation ends.
inline constexpr int unit = 1020;
/// 1 of what the layers behind the accumulators see and make: unit * unit / 128.
inline constexpr int layer_unit = 8128;
/// 1 of their weights, which lie within +-4.
inline constexpr int weight_unit = 512;
inline constexpr int largest_weight = 4 * weight_unit;
/// The biases of the layers have the unit layer_unit * weight_unit.
inline constexpr std::int32_t largest_bias = 100'000'000;
/// 1 of what the hand-written evaluation counts.
inline constexpr int terms_unit = 256;
inline constexpr int largest_terms_share = 4 * terms_unit;
inline constexpr int largest_scale = 10'000;

/// One number for each hidden unit.
using Row = std::array<std::int16_t, hidden_size>;

/// The layers behind the accumulators. Their input is the mean of both halves' squares: the hidden
/// units of the side to move, then those of its opponent.
struct Layers {
  using InputWeights = std::array<std::int16_t, 2 * hidden_size>;

  InputWeights direct{}; ///< from the input to the output
  std::array<InputWeights, first_size> first{};
  std::array<std::int32_t, first_size> first_bias{};
  /// [input][unit]: the units of the first layer, clamped, then their squares.
  std::array<std::array<std::int16_t, second_size>, 2 * first_size> second{};
  std::array<std::int32_t, second_size> second_bias{};
  std::array<std::int16_t, second_size> output{};
  std::int32_t output_bias = 0;

  friend bool operator==(const Layers&, const Layers&) noexcept = default;
};

} // namespace network

/// The trained weights, in the order of the file (network_file.hpp); see docs/engine.md for what is
/// computed from them.
struct Network {
  /// A row for each feature, and one of zeros for no_feature.
  using FeatureRows = std::array<network::Row, network::feature_count + 1>;

  alignas(64) network::Row bias{};
  std::array<FeatureRows, network::king_square_count> weights{};
  std::array<network::Layers, network::bucket_count> layers{};
  /// What the hand-written evaluation counts beside the output; zeros: it is not computed.
  std::array<std::int32_t, network::bucket_count> terms_share{};
  std::int32_t scale = 400; ///< centipawns of an output of 1

  [[nodiscard]] bool uses_terms() const noexcept { return terms_share != decltype(terms_share){}; }
};

} // namespace xq::engine
