#pragma once

#include "jobs/answer/field.hpp"

#include <xq/analysis/review.hpp>
#include <xq/record/game.hpp>

#include <string>
#include <vector>

namespace xq::jobs {

/// A game and its review as one line of JSON: the output of `xq annotate --json`.
void write_annotation_json(std::string& out, const record::Game& game,
                           const analysis::Review& review);
[[nodiscard]] std::vector<Field> annotation_fields();

} // namespace xq::jobs
