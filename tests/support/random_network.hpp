#pragma once

#include "base/hash.hpp"
#include "engine/network/weights.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

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
/// `largest_weight` is 100 or more.
inline std::shared_ptr<xq::engine::Network> random_network(std::uint64_t seed,
                                                           int largest_weight = 200) {
  using namespace xq::engine::network;
  Numbers numbers{seed};
  const auto fill = [&numbers](Row& row, int limit) {
    std::generate(row.begin(), row.end(),
                  [&] { return static_cast<std::int16_t>(numbers.within(limit)); });
  };
  auto network = std::make_shared<xq::engine::Network>();
  fill(network->bias, unit);
  for (auto& rows : network->weights) {
    std::for_each_n(rows.begin(), feature_count, [&](Row& row) { fill(row, largest_weight); });
  }
  for (auto* const rows : {&network->own, &network->opponent}) {
    for (Row& row : *rows) {
      fill(row, largest_output_weight);
    }
  }
  for (std::int32_t& bias : network->output_bias) {
    bias = numbers.within(unit * output_unit);
  }
  return network;
}

} // namespace support
