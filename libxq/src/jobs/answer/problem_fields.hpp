#pragma once

#include "jobs/answer/field.hpp"

#include <xq/base/problem.hpp>

#include <span>

namespace xq::jobs {

/// `code`, `severity`, `line`, `column`, `ply`, `token`, `message`, `advice`.
[[nodiscard]] std::span<const FieldOf<Problem>> problem_fields() noexcept;
/// Of these, what is said of a position or a move on the command line: `code`, `ply`, `token`,
/// `message`, `advice`.
[[nodiscard]] std::span<const FieldOf<Problem>> move_problem_fields() noexcept;

} // namespace xq::jobs
