#pragma once

#include "analysis/puzzle/puzzle_record.hpp"
#include "jobs/answer/field.hpp"

#include <span>

namespace xq::jobs {

/// What JSON Lines say of a puzzle.
[[nodiscard]] std::span<const FieldOf<analysis::FoundPuzzle>> puzzle_fields() noexcept;

} // namespace xq::jobs
