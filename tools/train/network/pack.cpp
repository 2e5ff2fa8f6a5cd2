#include "train/network/pack.hpp"

#include "engine/network/network_file.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/engine/engine.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <stdexcept>

namespace xq::network {

namespace net = engine::network;

namespace {

std::string_view bytes_of(const std::vector<float>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)};
}

std::int16_t rounded(float value, int one, int largest) {
  const auto whole = std::lround(value * static_cast<float>(one));
  return static_cast<std::int16_t>(std::clamp<long>(whole, -largest, largest));
}

template <std::size_t size>
void round_row(std::array<std::int16_t, size>& out, const float* values, int one, int largest) {
  for (std::size_t i = 0; i < size; ++i) {
    out[i] = rounded(values[i], one, largest);
  }
}
template <std::size_t size>
void round_biases(std::array<std::int32_t, size>& out, const float* values, int one) {
  for (std::size_t i = 0; i < size; ++i) {
    out[i] = static_cast<std::int32_t>(std::lround(values[i] * static_cast<float>(one)));
  }
}

template <typename Number, std::size_t size>
void take_row(float* out, const std::array<Number, size>& row, int one) {
  for (std::size_t i = 0; i < size; ++i) {
    out[i] = static_cast<float>(row[i]) / static_cast<float>(one);
  }
}

constexpr int bias_unit = net::layer_unit * net::weight_unit;

void pack_layers(net::Layers& out, const Model& model, std::size_t bucket) {
  const auto weights = [](auto& row, const std::vector<float>& from, std::size_t at) {
    round_row(row, from.data() + at * row.size(), net::weight_unit, net::largest_weight);
  };
  weights(out.direct, model.direct, bucket);
  for (std::size_t j = 0; j < first; ++j) {
    weights(out.first[j], model.first_weights, bucket * first + j);
  }
  round_biases(out.first_bias, model.first_bias.data() + bucket * first, bias_unit);
  for (std::size_t i = 0; i < 2 * first; ++i) {
    weights(out.second[i], model.second_weights, bucket * 2 * first + i);
  }
  round_biases(out.second_bias, model.second_bias.data() + bucket * second, bias_unit);
  weights(out.output, model.output, bucket);
  out.output_bias =
      static_cast<std::int32_t>(std::lround(model.output_bias[bucket] * float{bias_unit}));
}

void unpack_layers(Model& out, const net::Layers& layers, std::size_t bucket) {
  const auto weights = [](std::vector<float>& to, std::size_t at, const auto& row) {
    take_row(to.data() + at * row.size(), row, net::weight_unit);
  };
  weights(out.direct, bucket, layers.direct);
  for (std::size_t j = 0; j < first; ++j) {
    weights(out.first_weights, bucket * first + j, layers.first[j]);
  }
  take_row(out.first_bias.data() + bucket * first, layers.first_bias, bias_unit);
  for (std::size_t i = 0; i < 2 * first; ++i) {
    weights(out.second_weights, bucket * 2 * first + i, layers.second[i]);
  }
  take_row(out.second_bias.data() + bucket * second, layers.second_bias, bias_unit);
  weights(out.output, bucket, layers.output);
  out.output_bias[bucket] = static_cast<float>(layers.output_bias) / float{bias_unit};
}

} // namespace

void write_model(const std::string& path, Model& model, double scale) {
  AtomicFile file{path};
  file.write({reinterpret_cast<const char*>(&scale), sizeof scale});
  for (const auto* const part : model.parts()) {
    file.write(bytes_of(*part));
  }
  file.commit();
}

Model read_model(const std::string& path, double& scale) {
  Model model;
  std::ifstream in{path, std::ios::binary};
  in.read(reinterpret_cast<char*>(&scale), sizeof scale);
  for (auto* const part : model.parts()) {
    in.read(reinterpret_cast<char*>(part->data()),
            static_cast<std::streamsize>(part->size() * sizeof(float)));
  }
  if (!in || in.peek() != std::ifstream::traits_type::eof()) {
    throw std::runtime_error{path + ": no model of this program"};
  }
  return model;
}

void pack_model(const std::string& model_path, const std::string& output) {
  constexpr int largest_weight = 32767;
  double scale = 0;
  const Model model = read_model(model_path, scale);
  const auto network = std::make_unique<engine::Network>();
  network->scale = static_cast<std::int32_t>(std::lround(scale));
  round_row(network->bias, model.bias.data(), net::unit, largest_weight);
  for (std::size_t k = 0; k < king_square_count; ++k) {
    for (std::size_t f = 0; f < feature_count; ++f) {
      std::array<float, hidden> sum;
      for (std::size_t i = 0; i < hidden; ++i) {
        const std::size_t at = f * hidden + i;
        sum[i] = model.shared[at] + model.table[k * shared_size + at];
      }
      round_row(network->weights[k][f], sum.data(), net::unit, largest_weight);
    }
  }
  for (std::size_t b = 0; b < bucket_count; ++b) {
    pack_layers(network->layers[b], model, b);
    network->terms_share[b] = std::clamp(static_cast<std::int32_t>(std::lround(
                                             model.terms[b] * static_cast<float>(net::terms_unit))),
                                         0, net::largest_terms_share);
  }
  const auto bytes = net::write_network(*network);
  if (!bytes) {
    throw std::runtime_error{model_path + ": " + bytes.error()};
  }
  AtomicFile file{output};
  file.write(*bytes);
  file.commit();
  fmt::print("{}: {} bytes\n", output, bytes->size());
}

Model unpack_network(const std::string& path) {
  const auto network = engine::load_network(path);
  Model model;
  take_row(model.bias.data(), network->bias, net::unit);
  for (std::size_t k = 0; k < king_square_count; ++k) {
    for (std::size_t f = 0; f < feature_count; ++f) {
      take_row(model.table.data() + k * shared_size + f * hidden, network->weights[k][f],
               net::unit);
    }
  }
  // what all squares of the king share is their mean
  for (std::size_t i = 0; i < shared_size; ++i) {
    for (std::size_t k = 0; k < king_square_count; ++k) {
      model.shared[i] += model.table[k * shared_size + i] / static_cast<float>(king_square_count);
    }
    for (std::size_t k = 0; k < king_square_count; ++k) {
      model.table[k * shared_size + i] -= model.shared[i];
    }
  }
  for (std::size_t b = 0; b < bucket_count; ++b) {
    unpack_layers(model, network->layers[b], b);
    model.terms[b] =
        static_cast<float>(network->terms_share[b]) / static_cast<float>(net::terms_unit);
  }
  return model;
}

} // namespace xq::network
