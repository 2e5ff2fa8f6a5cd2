#include "train/network/gradient.hpp"

#include <bit>

namespace xq::network {

namespace net = engine::network;

namespace {

// Sums run over 16 lanes that are added up at the end, whatever the processor has, so that every
// processor gets the same bits.
constexpr std::size_t lanes = 16;
using Lanes [[gnu::vector_size(lanes * sizeof(float)), gnu::aligned(4), gnu::may_alias]] = float;
constexpr std::size_t vectors = hidden / lanes;
/// A hidden layer. No std::array: g++ warns of a vector as its argument.
struct Units {
  Lanes at[vectors];
};

Lanes load(const float* p) { return *reinterpret_cast<const Lanes*>(p); }
void store(float* p, Lanes v) { *reinterpret_cast<Lanes*>(p) = v; }

float sum_of(Lanes v) {
  float sum = 0;
  for (std::size_t i = 0; i < lanes; ++i) {
    sum += v[i];
  }
  return sum;
}
/// to += v
void add(float* to, Lanes v) { store(to, load(to) + v); }

Lanes clamped(Lanes v) {
  const Lanes zero{};
  const Lanes one = zero + 1;
  v = v > zero ? v : zero;
  return v < one ? v : one;
}
/// 1 where nothing is clamped, else 0.
Lanes inside(Lanes v) { return clamped(v) == v ? Lanes{} + 1 : Lanes{}; }

/// The value that the layers make of Activation::input.
float forward_layers(const Model& model, std::size_t bucket, Activation& activation) noexcept {
  const auto dot_input = [&](const float* weights) {
    Lanes products{};
    for (std::size_t i = 0; i < input_size; i += lanes) {
      products += load(activation.input.data() + i) * load(weights + i);
    }
    return sum_of(products);
  };
  for (std::size_t j = 0; j < first; ++j) {
    const std::size_t unit = bucket * first + j;
    const float sum =
        model.first_bias[unit] + dot_input(model.first_weights.data() + unit * input_size);
    activation.first_sums[j] = sum;
    activation.first_units[j] = std::clamp(sum, 0.0F, 1.0F);
    activation.first_units[first + j] = std::min(sum * sum, 1.0F);
  }
  Lanes total{};
  for (std::size_t at = 0; at < second; at += lanes) {
    Lanes sums = load(model.second_bias.data() + bucket * second + at);
    for (std::size_t i = 0; i < 2 * first; ++i) {
      const float* const row = model.second_weights.data() + (bucket * 2 * first + i) * second;
      sums += load(row + at) * activation.first_units[i];
    }
    store(activation.second_sums.data() + at, sums);
    total += clamped(sums) * load(model.output.data() + bucket * second + at);
  }
  return model.output_bias[bucket] + dot_input(model.direct.data() + bucket * input_size) +
         sum_of(total);
}

/// Leaves what flows back to Activation::input in `back`.
void backward_layers(const Model& model, std::size_t bucket, const Activation& activation,
                     float error, Gradient& gradient,
                     std::array<float, input_size>& back) noexcept {
  gradient.output_bias[bucket] += error;
  std::array<float, 2 * first> first_back{};
  for (std::size_t at = 0; at < second; at += lanes) {
    const Lanes sums = load(activation.second_sums.data() + at);
    add(gradient.output.data() + bucket * second + at, clamped(sums) * error);
    const Lanes flow = inside(sums) * load(model.output.data() + bucket * second + at) * error;
    add(gradient.second_bias.data() + bucket * second + at, flow);
    for (std::size_t i = 0; i < 2 * first; ++i) {
      const std::size_t row = (bucket * 2 * first + i) * second + at;
      add(gradient.second_weights.data() + row, flow * activation.first_units[i]);
      first_back[i] += sum_of(load(model.second_weights.data() + row) * flow);
    }
  }
  const auto flow_through = [&](std::size_t row, const std::vector<float>& weights,
                                std::vector<float>& weights_gradient, float flow) {
    for (std::size_t i = 0; i < input_size; i += lanes) {
      add(weights_gradient.data() + row + i, load(activation.input.data() + i) * flow);
      add(back.data() + i, load(weights.data() + row + i) * flow);
    }
  };
  back.fill(0);
  flow_through(bucket * input_size, model.direct, gradient.direct, error);
  for (std::size_t j = 0; j < first; ++j) {
    const float sum = activation.first_sums[j];
    const float flow = (sum > 0 && sum < 1 ? first_back[j] : 0) +
                       (sum > -1 && sum < 1 ? first_back[first + j] * 2 * sum : 0);
    const std::size_t unit = bucket * first + j;
    gradient.first_bias[unit] += flow;
    if (flow != 0) {
      flow_through(unit * input_size, model.first_weights, gradient.first_weights, flow);
    }
  }
}

} // namespace

Inputs::Inputs(const Sample& sample) noexcept {
  std::array<Square, 32> squares;
  std::array<Piece, 32> pieces;
  std::size_t n = 0;
  std::array<Square, 2> kings{};
  const auto add = [&](std::size_t i) {
    const auto piece = static_cast<Piece>((sample.pieces[n / 2] >> (n % 2 * 4)) & 15U);
    squares[n] = static_cast<Square>(i);
    pieces[n] = piece;
    if (type_of(piece) == PieceType::king) {
      kings[to_index(color_of(piece))] = squares[n];
    }
    ++n;
  };
  for (std::uint64_t rest = sample.occupied_low; rest != 0; rest &= rest - 1) {
    add(static_cast<std::size_t>(std::countr_zero(rest)));
  }
  for (std::uint32_t rest = sample.occupied_high_flags & 0x3FFFFFFU; rest != 0; rest &= rest - 1) {
    add(64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }
  bucket = net::bucket_of(static_cast<int>(n));
  const Color mover = network::side_to_move(sample);
  for (std::size_t side = 0; side < 2; ++side) {
    const Color view = side == 0 ? mover : ~mover;
    const std::size_t king = net::king_square(kings[to_index(view)], view);
    const std::size_t mirrored_king = net::mirrored_king_square(king);
    std::size_t count = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const net::Feature f = net::feature_of(pieces[i], squares[i], view);
      if (f != net::no_feature) {
        rows[side][0][count] = static_cast<std::uint16_t>(king * feature_count + f);
        rows[side][1][count] =
            static_cast<std::uint16_t>(mirrored_king * feature_count + net::mirrored(f));
        ++count;
      }
    }
    counts[side] = count;
  }
}

void combine(const Model& model, std::vector<float>& combined) {
  combined.resize(table_size);
  for (std::size_t k = 0; k < king_square_count; ++k) {
    for (std::size_t i = 0; i < shared_size; ++i) {
      combined[k * shared_size + i] = model.table[k * shared_size + i] + model.shared[i];
    }
  }
}

float forward(const Model& model, const std::vector<float>& combined, const Inputs& inputs,
              Activation& activation) noexcept {
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t half = 0; half < 2; ++half) {
      Units sums;
      for (std::size_t v = 0; v < vectors; ++v) {
        sums.at[v] = load(model.bias.data() + v * lanes);
      }
      for (std::size_t i = 0; i < inputs.counts[side]; ++i) {
        const float* const row = combined.data() + std::size_t{inputs.rows[side][half][i]} * hidden;
#pragma GCC unroll 16
        for (std::size_t v = 0; v < vectors; ++v) {
          sums.at[v] += load(row + v * lanes);
        }
      }
      float* const input = activation.input.data() + side * hidden;
      for (std::size_t v = 0; v < vectors; ++v) {
        store(activation.sums[side][half].data() + v * lanes, sums.at[v]);
        const Lanes a = clamped(sums.at[v]);
        float* const mean = input + v * lanes;
        store(mean, half == 0 ? a * a : (load(mean) + a * a) * 0.5F);
      }
    }
  }
  return model.terms[inputs.bucket] * inputs.terms +
         forward_layers(model, inputs.bucket, activation);
}

void backward(const Model& model, const Inputs& inputs, const Activation& activation, float error,
              Gradient& gradient) noexcept {
  gradient.terms[inputs.bucket] += error * inputs.terms;
  std::array<float, input_size> input_back;
  backward_layers(model, inputs.bucket, activation, error, gradient, input_back);
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t half = 0; half < 2; ++half) {
      Units back;
      for (std::size_t v = 0; v < vectors; ++v) {
        const Lanes sum = load(activation.sums[side][half].data() + v * lanes);
        // The gradient of half a square; nothing flows through what is clamped.
        back.at[v] =
            inside(sum) * clamped(sum) * load(input_back.data() + side * hidden + v * lanes);
        add(gradient.bias.data() + v * lanes, back.at[v]);
      }
      for (std::size_t i = 0; i < inputs.counts[side]; ++i) {
        float* const row = gradient.table.data() + std::size_t{inputs.rows[side][half][i]} * hidden;
#pragma GCC unroll 16
        for (std::size_t v = 0; v < vectors; ++v) {
          add(row + v * lanes, back.at[v]);
        }
      }
    }
  }
}

} // namespace xq::network
