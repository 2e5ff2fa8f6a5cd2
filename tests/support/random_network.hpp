#pragma once

#include "base/hash.hpp"
#include "engine/network/weights.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace support {

/// Numbers that are the same everywhere: splitmix64.
class Numbers {
public:
  explicit Numbers(std::uint64_t seed) : m_state{seed} {}
  /// From -limit to limit.
  int within(int limit) {
    m_state += xq::splitmix_step;
    const auto choices = static_cast<std::uint64_t>(2 * limit + 1);
    return static_cast<int>(xq::mix_bits(m_state) % choices) - limit;
  }

private:
  std::uint64_t m_state;
};

/// A network without any sense. Most hidden sums of 30 pieces are below 0 or above 1 where
/// `largest_weight` is 400 or more.
inline std::shared_ptr<xq::engine::Network> random_network(std::uint64_t seed,
                                                           int largest_weight = 800) {
  using namespace xq::engine::network;
  Numbers numbers{seed};
  const auto fill = [&numbers](auto& row, int limit) {
    using Number = std::remove_reference_t<decltype(row.front())>;
    std::generate(row.begin(), row.end(),
                  [&] { return static_cast<Number>(numbers.within(limit)); });
  };
  auto network = std::make_shared<xq::engine::Network>();
  fill(network->bias, unit);
  for (auto& rows : network->weights) {
    std::for_each_n(rows.begin(), feature_count, [&](Row& row) { fill(row, largest_weight); });
  }
  for (Layers& layers : network->layers) {
    constexpr int bias_limit = layer_unit * weight_unit;
    fill(layers.direct, 300);
    for (auto& row : layers.first) {
      fill(row, 160);
    }
    fill(layers.first_bias, bias_limit);
    for (auto& row : layers.second) {
      fill(row, 320);
    }
    fill(layers.second_bias, bias_limit);
    fill(layers.output, 1600);
    layers.output_bias = numbers.within(bias_limit);
  }
  return network;
}

} // namespace support
