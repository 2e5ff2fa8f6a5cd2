#include "bench/network/pack.hpp"

#include "engine/network/network_file.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/engine/network.hpp>

#include <fmt/format.h>

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

void round_row(net::Row& out, const float* values, int one, int largest) {
  for (std::size_t i = 0; i < hidden; ++i) {
    out[i] = rounded(values[i], one, largest);
  }
}

void take_row(float* out, const net::Row& row, int one) {
  for (std::size_t i = 0; i < hidden; ++i) {
    out[i] = static_cast<float>(row[i]) / static_cast<float>(one);
  }
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
    round_row(network->own[b], model.own.data() + b * hidden, net::output_unit,
              net::largest_output_weight);
    round_row(network->opponent[b], model.opponent.data() + b * hidden, net::output_unit,
              net::largest_output_weight);
    network->output_bias[b] = static_cast<std::int32_t>(
        std::lround(model.output_bias[b] * static_cast<float>(net::unit * net::output_unit)));
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
    take_row(model.own.data() + b * hidden, network->own[b], net::output_unit);
    take_row(model.opponent.data() + b * hidden, network->opponent[b], net::output_unit);
    model.output_bias[b] = static_cast<float>(network->output_bias[b]) /
                           static_cast<float>(net::unit * net::output_unit);
    model.terms[b] =
        static_cast<float>(network->terms_share[b]) / static_cast<float>(net::terms_unit);
  }
  return model;
}

} // namespace xq::network
