#pragma once

#include "analysis/verify/duplicates.hpp"
#include "record/facts.hpp"

#include <xq/analysis/verify.hpp>
#include <xq/record/game.hpp>

namespace xq::analysis {

/// Replays the main line of a usable game once and adds what its end and its repetitions say about
/// the result. `signature`, if any, gets its hashes of moves and positions, and what `facts`, those
/// of the game, say of the occasion.
void check_line(record::Game& game, const VerifyOptions& options, const record::Facts& facts,
                GameSignature* signature);

} // namespace xq::analysis
