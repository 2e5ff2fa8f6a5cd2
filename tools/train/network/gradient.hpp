#pragma once

#include "train/network/model.hpp"
#include "train/network/sample.hpp"

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
  /// The mean of both halves' squares, [side and unit]: what the layers behind see.
  std::array<float, input_size> input;
  std::array<float, first> first_sums;
  std::array<float, 2 * first> first_units; ///< clamped, then squares
  std::array<float, second> second_sums;
};

/// The gradient has the shape of the model; that of `shared` is not kept: it is the sum of the
/// table's over the king squares.
struct Gradient : Model {
  void clear() {
    for (std::vector<float>* const part : parts()) {
      if (part != &shared) {
        std::fill(part->begin(), part->end(), 0.0F);
      }
    }
  }
};

/// The table with the shared part added in.
void combine(const Model& model, std::vector<float>& combined);

/// The value of a position for the side to move, as a logit.
[[nodiscard]] float forward(const Model& model, const std::vector<float>& combined,
                            const Inputs& inputs, Activation& activation) noexcept;
/// Add the gradient of a loss whose derivative by the value is `error`, but for Gradient::shared.
void backward(const Model& model, const Inputs& inputs, const Activation& activation, float error,
              Gradient& gradient) noexcept;

} // namespace xq::network
