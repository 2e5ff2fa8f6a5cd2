#pragma once

#include <xq/base/expected.hpp>
#include <xq/base/problem.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace xq {

/// Unpack a zlib stream (RFC 1950) that stands inside a record; what follows it is ignored. An
/// error when it is damaged, ends early, or would unpack to more than `max_bytes`; memory grows
/// with what really comes out, whatever the stream promises.
[[nodiscard]] Expected<std::string, Problem> inflate(std::string_view packed,
                                                     std::size_t max_bytes);

/// `bytes` (less than 4 GB) as a zlib stream that has Huffman codes but no references to earlier
/// bytes. The weights of a network, which hardly repeat, become a ninth shorter than with both.
[[nodiscard]] std::string deflate_huffman_only(std::string_view bytes);

} // namespace xq
