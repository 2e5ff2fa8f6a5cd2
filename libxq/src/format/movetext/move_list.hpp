#pragma once

#include <xq/base/expected.hpp>
#include <xq/base/problem.hpp>
#include <xq/board/position.hpp>

#include <string_view>
#include <vector>

namespace xq::format {

/// Moves as people paste them, played from `start`: any notation, with numbers or without, with
/// blanks, commas, arrows or line ends between them or nothing. The problem is the first that
/// makes the text no list of moves; its column counts characters of the text.
[[nodiscard]] Expected<std::vector<Move>, Problem> read_move_list(const Position& start,
                                                                  std::string_view text);

} // namespace xq::format
