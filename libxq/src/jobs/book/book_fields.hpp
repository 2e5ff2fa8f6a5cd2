#pragma once

#include "jobs/answer/field.hpp"

#include <xq/book/explore.hpp>

#include <vector>

namespace xq::book {

using namespace jobs;

/// What as_json() says of a position, a line and a hole of a book.
[[nodiscard]] std::vector<Field> probed_fields();
[[nodiscard]] std::vector<Field> best_line_fields();
[[nodiscard]] std::vector<Field> hole_fields();

/// The moves of a position of a book, as tables and JSON have them.
[[nodiscard]] Rows rows_of_moves(const ProbedPosition& probed);

} // namespace xq::book
