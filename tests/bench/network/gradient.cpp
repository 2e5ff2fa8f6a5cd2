#include "bench/network/gradient.hpp"

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

Lanes clamped(Lanes v) {
  const Lanes zero{};
  const Lanes one = zero + 1;
  v = v > zero ? v : zero;
  return v < one ? v : one;
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
  Lanes total{};
  for (std::size_t side = 0; side < 2; ++side) {
    const float* const weights =
        (side == 0 ? model.own : model.opponent).data() + inputs.bucket * hidden;
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
      for (std::size_t v = 0; v < vectors; ++v) {
        store(activation.sums[side][half].data() + v * lanes, sums.at[v]);
        const Lanes a = clamped(sums.at[v]);
        total += a * a * load(weights + v * lanes);
      }
    }
  }
  float out = model.output_bias[inputs.bucket] + model.terms[inputs.bucket] * inputs.terms;
  for (std::size_t i = 0; i < lanes; ++i) {
    out += total[i];
  }
  return out;
}

void backward(const Model& model, const Inputs& inputs, const Activation& activation, float error,
              Gradient& gradient) noexcept {
  gradient.output_bias[inputs.bucket] += error;
  gradient.terms[inputs.bucket] += error * inputs.terms;
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t at = inputs.bucket * hidden;
    const float* const weights = (side == 0 ? model.own : model.opponent).data() + at;
    float* const weight_gradient = (side == 0 ? gradient.own : gradient.opponent).data() + at;
    for (std::size_t half = 0; half < 2; ++half) {
      Units back;
      for (std::size_t v = 0; v < vectors; ++v) {
        const Lanes sum = load(activation.sums[side][half].data() + v * lanes);
        const Lanes a = clamped(sum);
        float* const w = weight_gradient + v * lanes;
        store(w, load(w) + a * a * error);
        const Lanes inside = a == sum ? a : Lanes{}; // nothing flows through what is clamped
        back.at[v] = inside * load(weights + v * lanes) * (2 * error);
        float* const b = gradient.bias.data() + v * lanes;
        store(b, load(b) + back.at[v]);
      }
      for (std::size_t i = 0; i < inputs.counts[side]; ++i) {
        float* const row = gradient.table.data() + std::size_t{inputs.rows[side][half][i]} * hidden;
#pragma GCC unroll 16
        for (std::size_t v = 0; v < vectors; ++v) {
          store(row + v * lanes, load(row + v * lanes) + back.at[v]);
        }
      }
    }
  }
}

} // namespace xq::network
