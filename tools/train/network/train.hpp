#pragma once

#include "train/network/targets.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace xq::network {

struct TrainOptions {
  std::vector<std::string> folders; ///< of blocks of positions
  std::string output;               ///< the model in floating point, see pack.hpp
  int epochs = 10;
  int threads = 1;
  std::uint64_t seed = 1;
  int held_out = 50;   ///< one of so many blocks is only measured, not learned from
  double rate = 0.001; ///< learning rate at the start; decays quadratically to 0.5 % of it
  double decay = 2;    ///< of the hidden weights in each step, times the rate
  TargetOptions targets;
  std::string from;       ///< packed network to go on from; empty: random weights
  bool with_terms = true; ///< learn what the hand-written evaluation lacks, not everything
};

/// Descend (Adam) along the gradient of the squared error of the expected points. The same data and
/// options give the same network on every x86-64, whatever `threads` is.
void train(const TrainOptions& options);

/// Print the error of a packed network on what training would hold out: what rounding costs.
void measure(const std::string& network, const TrainOptions& options);

} // namespace xq::network
