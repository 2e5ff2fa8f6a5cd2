#include "train/network/train.hpp"

#include "base/os/path.hpp"
#include "engine/network/accumulators.hpp"
#include "train/network/gradient.hpp"
#include "train/network/pack.hpp"
#include "train/network/sample.hpp"
#include "train/network/targets.hpp"

#include <xq/engine/engine.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>

namespace xq::network {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t batch_size = 16384;
constexpr std::size_t slices = 4; ///< of a batch, each with its own gradient

/// Quiet positions, what is to be learned of them, and the hand-written evaluation of each in
/// centipawns.
struct Positions {
  std::vector<Sample> samples;
  std::vector<float> targets;
  std::vector<std::int16_t> terms;
};

struct Data {
  Positions learned;
  Positions held_out;
};

/// A position whose score foretells what comes: nothing is about to be taken.
bool is_quiet(const Sample& s) {
  const SampleFacts facts = facts_of(s);
  return !facts.in_check && !facts.best_captures;
}

/// The blocks of the folders by name, one of `held_out_every` apart.
struct Blocks {
  std::vector<fs::path> learned;
  std::vector<fs::path> held_out;
};

Blocks find_blocks(const std::vector<std::string>& folders, std::size_t held_out_every) {
  std::vector<fs::path> files;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::directory_iterator{os::path_of(folder)}) {
      if (entry.path().extension() == ".xqpos") {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  Blocks blocks;
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto& part = i % held_out_every == held_out_every - 1 ? blocks.held_out : blocks.learned;
    part.push_back(files[i]);
  }
  return blocks;
}

std::vector<Sample> read_block(const fs::path& file) {
  std::vector<Sample> block(fs::file_size(file) / sizeof(Sample));
  std::ifstream in{file, std::ios::binary};
  if (!in.read(reinterpret_cast<char*>(block.data()),
               static_cast<std::streamsize>(block.size() * sizeof(Sample)))) {
    throw std::runtime_error{os::name_of(file) + ": cannot be read"};
  }
  return block;
}

std::vector<Sample> quiet_samples(const std::vector<fs::path>& files) {
  std::vector<Sample> out;
  for (const fs::path& file : files) {
    const std::vector<Sample> block = read_block(file);
    std::copy_if(block.begin(), block.end(), std::back_inserter(out), is_quiet);
  }
  return out;
}

/// How many positions the blocks have together, quiet or not.
std::size_t count_samples(const std::vector<fs::path>& files) {
  return std::accumulate(files.begin(), files.end(), std::size_t{0},
                         [](std::size_t sum, const fs::path& file) {
                           return sum + fs::file_size(file) / sizeof(Sample);
                         });
}

Positions read_positions(const std::vector<fs::path>& files, const TargetOptions& options) {
  Positions out;
  // Not grown, which takes up to three times the memory; what is not quiet is never written to.
  const std::size_t most = count_samples(files);
  out.samples.reserve(most);
  out.targets.reserve(most);
  for (const fs::path& file : files) {
    const std::vector<Sample> block = read_block(file);
    const std::vector<float> targets = targets_of(block, options);
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (is_quiet(block[i])) {
        out.samples.push_back(block[i]);
        out.targets.push_back(targets[i]);
      }
    }
  }
  return out;
}

class Trainer {
public:
  explicit Trainer(const TrainOptions& options) : m_options{options}, m_random{options.seed} {
    const Blocks blocks = find_blocks(options.folders, static_cast<std::size_t>(options.held_out));
    TargetOptions targets = options.targets;
    if (targets.scale <= 0) {
      targets.scale = find_scale(quiet_samples(blocks.held_out));
    }
    m_scale = targets.scale;
    m_data.learned = read_positions(blocks.learned, targets);
    m_data.held_out = read_positions(blocks.held_out, targets);
    for (Positions* const part : {&m_data.learned, &m_data.held_out}) {
      part->terms = terms_of(part->samples);
    }
    initialise();
  }

  void run() {
    const std::size_t batches = (m_data.learned.samples.size() + batch_size - 1) / batch_size;
    const std::size_t steps = batches * static_cast<std::size_t>(m_options.epochs);
    fmt::print("{} positions, {} held out, {:.0f} centipawns a logit\n",
               m_data.learned.samples.size(), m_data.held_out.samples.size(), m_scale);
    baseline();
    std::vector<std::uint32_t> order(m_data.learned.samples.size());
    std::iota(order.begin(), order.end(), 0U);
    std::size_t step = 0;
    for (int epoch = 1; epoch <= m_options.epochs; ++epoch) {
      const auto begin = std::chrono::steady_clock::now();
      for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[static_cast<std::size_t>(m_random() % i)]);
      }
      double sum = 0;
      for (std::size_t b = 0; b < batches; ++b) {
        const double progress = static_cast<double>(step++) / static_cast<double>(steps);
        const double rate = m_options.rate * (0.005 + 0.995 * (1 - progress) * (1 - progress));
        const std::size_t first = b * batch_size;
        const std::size_t last = std::min(first + batch_size, order.size());
        sum += learn({order.data() + first, last - first}, rate);
      }
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      fmt::print("epoch {}: error {:.6f}, held out {:.6f}, {:.0f} s\n", epoch,
                 sum / static_cast<double>(order.size()), test(), took.count());
      std::fflush(stdout);
      write_model(m_options.output, m_model, m_scale);
    }
  }

private:
  [[nodiscard]] std::vector<std::int16_t> terms_of(const std::vector<Sample>& samples) {
    std::vector<std::int16_t> out(samples.size());
    constexpr std::size_t chunks = 64;
    in_parallel(chunks, [&](std::size_t chunk) {
      for (std::size_t i = out.size() * chunk / chunks; i < out.size() * (chunk + 1) / chunks;
           ++i) {
        out[i] = static_cast<std::int16_t>(
            std::clamp(engine::evaluate(*unpack(samples[i])), -30'000, 30'000));
      }
    });
    return out;
  }

  [[nodiscard]] Inputs inputs_of(const Sample& sample, std::int16_t terms) const {
    Inputs inputs{sample};
    inputs.terms = m_options.with_terms ? static_cast<float>(terms / m_scale) : 0.0F;
    return inputs;
  }

  void initialise() {
    if (m_options.from.empty()) {
      draw_weights();
    } else {
      m_model = unpack_network(m_options.from);
    }
    if (!m_options.with_terms) {
      std::fill(m_model.terms.begin(), m_model.terms.end(), 0.0F);
    }
    for (auto* const part : m_model.parts()) {
      m_first.emplace_back(part->size());
      m_second.emplace_back(part->size());
    }
    m_gradients.resize(slices);
    refresh();
  }

  void draw_weights() {
    std::fill(m_model.terms.begin(), m_model.terms.end(), 1.0F);
    const auto uniform = [&](double width) {
      return static_cast<float>(
          (static_cast<double>(m_random() >> 11U) / 9007199254740992.0 * 2 - 1) * width);
    };
    const auto draw = [&](std::vector<float>& part, double width) {
      std::generate(part.begin(), part.end(), [&] { return uniform(width); });
    };
    draw(m_model.shared, 0.15);
    for (float& w : m_model.bias) {
      w = 0.3F + uniform(0.1);
    }
    draw(m_model.direct, 0.16);
    draw(m_model.first_weights, 0.08);
    draw(m_model.first_bias, 0.2);
    draw(m_model.second_weights, 0.15);
    draw(m_model.second_bias, 0.2);
    draw(m_model.output, 0.15);
  }

  void refresh() { combine(m_model, m_combined); }

  /// Returns the sum of squared errors.
  double learn(std::span<const std::uint32_t> chosen, double rate) {
    std::array<double, slices> errors{};
    in_parallel(slices, [&](std::size_t slice) {
      Gradient& gradient = m_gradients[slice];
      gradient.clear();
      const std::size_t first = chosen.size() * slice / slices;
      const std::size_t last = chosen.size() * (slice + 1) / slices;
      Activation activation;
      for (std::size_t i = first; i < last; ++i) {
        const Sample& sample = m_data.learned.samples[chosen[i]];
        if (i + 8 < last) {
          __builtin_prefetch(&m_data.learned.samples[chosen[i + 8]]);
        }
        const Inputs inputs = inputs_of(sample, m_data.learned.terms[chosen[i]]);
        const float out = forward(m_model, m_combined, inputs, activation);
        const float p = expected_points(out, 1);
        const float error = p - m_data.learned.targets[chosen[i]];
        errors[slice] += static_cast<double>(error) * error;
        backward(m_model, inputs, activation,
                 error * p * (1 - p) / static_cast<float>(chosen.size()), gradient);
      }
    });
    descend(rate);
    return std::accumulate(errors.begin(), errors.end(), 0.0);
  }

  void descend(double rate) {
    m_first_power *= 0.9;
    m_second_power *= 0.999;
    const auto correct_first = static_cast<float>(1 - m_first_power);
    const auto correct_second = static_cast<float>(1 - m_second_power);
    const auto step = static_cast<float>(rate) / correct_first;
    // So that the packed numbers fit.
    constexpr float most =
        float{engine::network::largest_weight} / float{engine::network::weight_unit} - 0.02F;
    constexpr std::array<float, 11> limits{0.49F, 0.49F, 0.98F, 4,    most, most,
                                           20,    most,  20,    most, 20};
    add_up();
    const auto parts = m_model.parts();
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const std::vector<float>& g = *m_gradients[0].parts()[k];
      float* const w = parts[k]->data();
      float* const first = m_first[k].data();
      float* const second = m_second[k].data();
      const float limit = limits[k];
      const auto kept = static_cast<float>(k < 2 ? 1 - rate * m_options.decay : 1);
      constexpr std::size_t chunks = 8;
      in_parallel(g.size() > 10000 ? chunks : 1, [&](std::size_t chunk) {
        const std::size_t n = g.size() > 10000 ? chunks : 1;
        for (std::size_t i = g.size() * chunk / n; i < g.size() * (chunk + 1) / n; ++i) {
          first[i] = 0.9F * first[i] + 0.1F * g[i];
          second[i] = 0.999F * second[i] + 0.001F * g[i] * g[i];
          const float root = std::sqrt(second[i] / correct_second) + 1e-8F;
          w[i] = std::clamp(w[i] * kept - step * first[i] / root, -limit, limit);
        }
      });
    }
    refresh();
  }

  /// The sum of the slices' gradients, in the first one.
  void add_up() {
    Gradient& sum = m_gradients[0];
    in_parallel(king_square_count, [&](std::size_t k) {
      for (std::size_t s = 1; s < slices; ++s) {
        for (std::size_t i = k * shared_size; i < (k + 1) * shared_size; ++i) {
          sum.table[i] += m_gradients[s].table[i];
        }
      }
    });
    const auto sums = sum.parts();
    for (std::size_t s = 1; s < slices; ++s) {
      const auto more = m_gradients[s].parts();
      for (std::size_t k = 2; k < sums.size(); ++k) {
        for (std::size_t i = 0; i < sums[k]->size(); ++i) {
          (*sums[k])[i] += (*more[k])[i];
        }
      }
    }
    std::fill(sum.shared.begin(), sum.shared.end(), 0.0F);
    for (std::size_t k = 0; k < king_square_count; ++k) {
      for (std::size_t i = 0; i < shared_size; ++i) {
        sum.shared[i] += sum.table[k * shared_size + i];
      }
    }
  }

  template <typename Work>
  void in_parallel(std::size_t n, const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto run = [&] {
      for (std::size_t i = next++; i < n; i = next++) {
        work(i);
      }
    };
    std::vector<std::jthread> threads;
    for (int t = 1; t < m_options.threads && n > 1; ++t) {
      threads.emplace_back(run);
    }
    run();
  }

  double test() {
    constexpr std::size_t parts = 16;
    std::array<double, parts> errors{};
    in_parallel(parts, [&](std::size_t part) {
      Activation activation;
      const std::size_t n = m_data.held_out.samples.size();
      for (std::size_t i = n * part / parts; i < n * (part + 1) / parts; ++i) {
        const Inputs inputs = inputs_of(m_data.held_out.samples[i], m_data.held_out.terms[i]);
        const float out = forward(m_model, m_combined, inputs, activation);
        const float error = expected_points(out, 1) - m_data.held_out.targets[i];
        errors[part] += static_cast<double>(error) * error;
      }
    });
    return std::accumulate(errors.begin(), errors.end(), 0.0) /
           static_cast<double>(m_data.held_out.samples.size());
  }

  void baseline() {
    double sum = 0;
    double search = 0;
    for (std::size_t i = 0; i < m_data.held_out.samples.size(); ++i) {
      const float target = m_data.held_out.targets[i];
      const double error = expected_points(m_data.held_out.terms[i], m_scale) - target;
      sum += error * error;
      const double rest = expected_points(m_data.held_out.samples[i].score, m_scale) - target;
      search += rest * rest;
    }
    const auto n = static_cast<double>(m_data.held_out.samples.size());
    fmt::print("held out: hand-written {:.6f}, the search itself {:.6f}\n", sum / n, search / n);
    std::fflush(stdout);
  }

  const TrainOptions& m_options;
  Data m_data;
  std::mt19937_64 m_random;
  double m_scale = 0;
  Model m_model;
  std::vector<float> m_combined;
  std::vector<Gradient> m_gradients;
  std::vector<std::vector<float>> m_first;
  std::vector<std::vector<float>> m_second;
  double m_first_power = 1;
  double m_second_power = 1;
};

/// The mean squared error of a packed network.
double error_of(const engine::Network& network, double scale, const Positions& positions) {
  // The network is not this function's; a pointer that does not own it is enough.
  engine::network::Accumulators accumulators{
      std::shared_ptr<const engine::Network>{&network, [](const engine::Network*) {}}, 1};
  double sum = 0;
  for (std::size_t i = 0; i < positions.samples.size(); ++i) {
    const Position position = *unpack(positions.samples[i]);
    accumulators.reset(position);
    const double error =
        expected_points(accumulators.score(position, engine::evaluate(position)), scale) -
        positions.targets[i];
    sum += error * error;
  }
  return sum / static_cast<double>(positions.samples.size());
}

} // namespace

void measure(const std::string& network, const TrainOptions& options) {
  const Blocks blocks = find_blocks(options.folders, static_cast<std::size_t>(options.held_out));
  const auto read = engine::load_network(network);
  TargetOptions targets = options.targets;
  targets.scale = targets.scale > 0 ? targets.scale : read->scale;
  fmt::print("held out {:.6f}\n",
             error_of(*read, targets.scale, read_positions(blocks.held_out, targets)));
}

void train(const TrainOptions& options) { Trainer{options}.run(); }

} // namespace xq::network
