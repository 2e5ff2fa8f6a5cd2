#include "train/network/targets.hpp"

#include "train/exponential.hpp"

namespace xq::network {

namespace {

float points(const Sample& s) { return static_cast<float>(facts_of(s).points) / 2; }

} // namespace

float expected_points(double score, double scale) {
  return static_cast<float>(1 / (1 + exponential(-score / scale)));
}

double find_scale(std::span<const Sample> samples) {
  const auto loss = [&](double scale) {
    double sum = 0;
    for (std::size_t i = 0; i < samples.size(); i += 7) {
      const double error = expected_points(samples[i].score, scale) - points(samples[i]);
      sum += error * error;
    }
    return sum;
  };
  int best = 100;
  for (int scale = 110; scale < 1000; scale += 10) {
    best = loss(scale) < loss(best) ? scale : best;
  }
  return best;
}

std::vector<float> targets_of(std::span<const Sample> block, const TargetOptions& options) {
  const auto lambda = static_cast<float>(options.lambda);
  const auto share = static_cast<float>(options.result_share);
  std::vector<float> targets(block.size());
  float value = 0; // of the sample behind
  for (std::size_t i = block.size(); i-- > 0;) {
    const Sample& s = block[i];
    const float own = expected_points(s.score, options.scale);
    const bool last = i + 1 == block.size() || block[i + 1].ply <= s.ply;
    float next = own; // also before a position that was left out
    if (!facts_of(s).departed && last) {
      next = points(s);
    } else if (!facts_of(s).departed && block[i + 1].ply == s.ply + 1) {
      next = 1 - value;
    }
    value = (1 - lambda) * own + lambda * next;
    targets[i] = (1 - share) * value + share * points(s);
  }
  return targets;
}

} // namespace xq::network
