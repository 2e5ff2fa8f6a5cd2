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

/// `bytes` as a zlib stream of Huffman codes alone, which for numbers is shorter than with
/// repetitions: those of a network are a ninth shorter. Less than 4 GB.
[[nodiscard]] std::string deflate_by_frequency(std::string_view bytes);

} // namespace xq
