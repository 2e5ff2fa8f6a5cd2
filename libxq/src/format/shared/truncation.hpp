#pragma once

#include <xq/base/problem_code.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <string_view>

namespace xq::format {

/// `text`, which stands at `offset` of the decoded file, is that of the last game of a file. If it
/// ends within a line and the last thing in it cannot be read (half a move, half a header, an open
/// comment), the file was cut: say so (ProblemCode::truncated) behind the other findings.
void note_truncation(std::string_view text, std::uint64_t offset, record::Game& game);

} // namespace xq::format
