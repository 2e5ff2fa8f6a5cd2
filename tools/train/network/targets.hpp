#pragma once

#include "train/network/sample.hpp"

#include <span>
#include <vector>

namespace xq::network {

/// How the target of a position is put together.
struct TargetOptions {
  /// How much of a position's value is what the search says of the next one in its game, and so on
  /// to the end (TD(lambda), Sutton 1988); the rest is what its own search says. A move that was
  /// not the search's ends it: what follows says nothing of the position before.
  double lambda = 0.5;
  double result_share = 0.1; ///< weight of the game's result beside that value
  double scale = 0;          ///< centipawns of a logit; 0: found from the data
};

/// The expected points of a score.
[[nodiscard]] float expected_points(double score, double scale);

/// The centipawns of a logit with which the scores foretell the results best.
[[nodiscard]] double find_scale(std::span<const Sample> samples);

/// What a network should say of each sample of a block, as expected points for its side to move.
/// The samples of a game follow each other by ply.
[[nodiscard]] std::vector<float> targets_of(std::span<const Sample> block,
                                            const TargetOptions& options);

} // namespace xq::network
