#pragma once

#include "jobs/search/named_text.hpp"

#include <xq/store/query.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace xq::jobs {

/// What a filter asks of headers, result, length and comments: each part by its name.
[[nodiscard]] std::span<const NamedText<store::Filter>> filter_texts() noexcept;

/// Numbers of games: `17` or `3,7,10-20`, `10-` for 10 and all behind. Throws UsageError.
[[nodiscard]] std::vector<store::GameRange> read_numbers(std::string_view text);

/// Whole numbers: `40`, `40-60`, or `40-` for 40 and more. Throws UsageError.
[[nodiscard]] store::Range read_range(std::string_view text);

} // namespace xq::jobs
