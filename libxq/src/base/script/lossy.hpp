#pragma once

#include <xq/base/encoding.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace xq {

/// encode() for those who would rather lose a character than the text: what the encoding lacks
/// becomes □, and `substituted` grows by one for each.
[[nodiscard]] std::string encode_lossy(std::string_view utf8, Encoding encoding,
                                       std::uint64_t& substituted);

} // namespace xq
