#pragma once

#include <cstdint>
#include <string_view>

namespace xq {

/// A whole number from `least` to `most` that somebody typed. Throws UsageError, which names both.
[[nodiscard]] std::int64_t parse_number(std::string_view text, std::int64_t least,
                                        std::int64_t most);

} // namespace xq
