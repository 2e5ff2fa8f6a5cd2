#pragma once

#include "analysis/verify/duplicates.hpp"

#include <xq/analysis/verify.hpp>
#include <xq/record/game.hpp>

namespace xq::analysis {

/// Replays the main line of a usable game once and adds what its end and its repetitions say about
/// the result. `signature`, if any, gets its hashes of moves and positions.
void check_line(record::Game& game, const VerifyOptions& options, GameSignature* signature);

} // namespace xq::analysis
