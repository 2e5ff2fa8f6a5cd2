#pragma once

#include "bench/network/model.hpp"
#include "bench/network/sample.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace xq::network {

/// A position as rows of the table, [king square * feature_count + feature]: for the side to move
/// and its opponent, each as it is and as the left-right mirror image.
struct Inputs {
  explicit Inputs(const Sample& sample) noexcept;

  std::array<std::array<std::array<std::uint16_t, 32>, 2>, 2> rows; ///< [side][mirrored]
  std::array<std::size_t, 2> counts{};
  std::size_t bucket = 0;
  float terms = 0; ///< the hand-written evaluation for the side to move, as a logit; the caller's
};

/// What forward() leaves for backward().
struct Activation {
  /// Sums of the hidden units, [side][mirrored][unit].
  std::array<std::array<std::array<float, hidden>, 2>, 2> sums;
};

struct Gradient {
  std::vector<float> shared = std::vector<float>(shared_size);
  std::vector<float> table = std::vector<float>(table_size);
  std::vector<float> bias = std::vector<float>(hidden);
  std::vector<float> own = std::vector<float>(bucket_count * hidden);
  std::vector<float> opponent = std::vector<float>(bucket_count * hidden);
  std::vector<float> output_bias = std::vector<float>(bucket_count);
  std::vector<float> terms = std::vector<float>(bucket_count);

  /// As Model::parts().
  [[nodiscard]] std::vector<float>& part(std::size_t k) {
    return *std::array{&shared, &table, &bias, &own, &opponent, &output_bias, &terms}[k];
  }
  void clear() {
    for (std::size_t k = 1; k < 7; ++k) {
      std::fill(part(k).begin(), part(k).end(), 0.0F);
    }
  }
};

/// The table with the shared part added in.
void combine(const Model& model, std::vector<float>& combined);

/// The value of a position for the side to move, as a logit.
[[nodiscard]] float forward(const Model& model, const std::vector<float>& combined,
                            const Inputs& inputs, Activation& activation) noexcept;
/// Add the gradient of a loss whose derivative by the value is `error`; Gradient::shared is left
/// alone: it is the sum of the table's over the king squares.
void backward(const Model& model, const Inputs& inputs, const Activation& activation, float error,
              Gradient& gradient) noexcept;

} // namespace xq::network
