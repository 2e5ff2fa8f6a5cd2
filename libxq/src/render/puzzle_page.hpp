#pragma once

#include "analysis/puzzle/puzzle_record.hpp"

#include <xq/notation/notation.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace xq::render {

/// "Red to move, mate in 3", in the language of the process.
[[nodiscard]] std::string puzzle_task(const analysis::Puzzle& puzzle);
/// "mate, double rooks, sacrifice", likewise.
[[nodiscard]] std::string theme_labels(const analysis::Puzzle& puzzle);

/// A page to be printed, one file without links or scripts: puzzle_head(), puzzle_board() of each
/// puzzle, puzzle_middle(), puzzle_solution() of each in the same order, puzzle_foot(). Two boards
/// stand in a row, the solver's side below; the solutions begin on a new sheet.
[[nodiscard]] std::string puzzle_head(std::string_view title);
[[nodiscard]] std::string puzzle_board(std::uint64_t number, const analysis::Puzzle& puzzle);
[[nodiscard]] std::string puzzle_middle();
[[nodiscard]] std::string puzzle_solution(std::uint64_t number, const analysis::FoundPuzzle& found,
                                          notation::Style style,
                                          const notation::WriteOptions& options);
[[nodiscard]] std::string puzzle_foot();

} // namespace xq::render
