#pragma once

#include <xq/analysis/review.hpp>
#include <xq/record/game.hpp>

#include <string>

namespace xq::jobs {

/// A game and its review as one line of JSON: the output of `xq annotate --json`.
void write_annotation_json(std::string& out, const record::Game& game,
                           const analysis::Review& review);

} // namespace xq::jobs
