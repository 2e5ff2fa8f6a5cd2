#pragma once

#include "jobs/answer/field.hpp"
#include "jobs/solving/solving_run.hpp"

#include <xq/notation/notation.hpp>

#include <string>
#include <vector>

namespace xq::jobs {

/// How moves are shown.
struct ShownMoves {
  notation::Style style{};
  notation::WriteOptions options;

  [[nodiscard]] std::string operator()(const Position& position, std::span<const Move> line) const {
    return notation::to_text(position, line, style, options);
  }
};

/// What `xq solve` prints of a record that has a problem, in the chosen language: a line with its
/// number, title, claim and answer, the mate below it, and a line for each finding. `with_file`:
/// the name of its file stands before the number.
[[nodiscard]] std::string solved_text(const SolvedRecord& record, const ShownMoves& moves,
                                      bool with_file = false);
/// The same as one line of JSON.
[[nodiscard]] std::string solved_json(const SolvedRecord& record);
[[nodiscard]] std::vector<Field> solved_fields();

} // namespace xq::jobs
