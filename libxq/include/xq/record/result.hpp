#pragma once

#include <xq/record/game.hpp>

#include <optional>
#include <string_view>

namespace xq::record {

/// A result in figures or in words (1-0, 1/2, 0-0, 红胜, 黑負, 先胜, 和棋, 未知), in either script,
/// whatever blanks stand in it; 胜 and 负 alone are Red's, as in a table of rounds. No text at all
/// is an unknown result, and nothing is returned for text that is none. All readers use this one.
[[nodiscard]] std::optional<Result> find_result(std::string_view text) noexcept;

/// A result as a header, a column or a sentence states it: what find_result() reads, points (2-0,
/// 1-1), and words (`Red wins`, `Black resigns`, `Draw agreed`, 红方认输, 黑方超时判负, 双方议和).
/// Nothing for a sentence that only judges the position.
[[nodiscard]] std::optional<Result> find_outcome(std::string_view text);

} // namespace xq::record
