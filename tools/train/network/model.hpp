#pragma once

#include "engine/network/weights.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace xq::network {

inline constexpr std::size_t hidden = engine::network::hidden_size;
using engine::network::bucket_count;
using engine::network::feature_count;
using engine::network::king_square_count;

inline constexpr std::size_t first = engine::network::first_size;
inline constexpr std::size_t second = engine::network::second_size;

inline constexpr std::size_t shared_size = feature_count * hidden;
inline constexpr std::size_t table_size = king_square_count * shared_size;
inline constexpr std::size_t input_size = 2 * hidden;

/// The network in floating point. What a piece on a square means is the sum of a part that all
/// squares of the own king share and one for each of them, so that rare squares learn from common
/// ones.
struct Model {
  std::vector<float> shared = std::vector<float>(shared_size); ///< [feature][unit]
  std::vector<float> table = std::vector<float>(table_size);   ///< [king square][feature][unit]
  std::vector<float> bias = std::vector<float>(hidden);
  /// What the hand-written evaluation counts, by bucket.
  std::vector<float> terms = std::vector<float>(bucket_count);
  // The layers behind, by bucket, each as in engine::network::Layers.
  std::vector<float> direct = std::vector<float>(bucket_count * input_size);
  std::vector<float> first_weights = std::vector<float>(bucket_count * first * input_size);
  std::vector<float> first_bias = std::vector<float>(bucket_count * first);
  std::vector<float> second_weights = std::vector<float>(bucket_count * 2 * first * second);
  std::vector<float> second_bias = std::vector<float>(bucket_count * second);
  std::vector<float> output = std::vector<float>(bucket_count * second);
  std::vector<float> output_bias = std::vector<float>(bucket_count);

  /// All parameters, in an order that stays.
  [[nodiscard]] std::array<std::vector<float>*, 11> parts() {
    return {&shared,     &table,          &bias,        &terms,  &direct,     &first_weights,
            &first_bias, &second_weights, &second_bias, &output, &output_bias};
  }
};

} // namespace xq::network
