#pragma once

#include <cstdint>
#include <string_view>

namespace xq::store {

/// XXH3, 64 bits, seed 0 (https://github.com/Cyan4973/xxHash, its output is frozen since 0.8.0):
/// stored in files, so it is tested by value.
[[nodiscard]] std::uint64_t content_hash(std::string_view bytes) noexcept;

} // namespace xq::store
