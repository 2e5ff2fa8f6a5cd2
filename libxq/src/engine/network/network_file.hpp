#pragma once

#include "engine/network/weights.hpp"

#include <xq/base/expected.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace xq::engine::network {

/// A file is not longer.
inline constexpr std::size_t largest_file = 12'000 * hidden_size;

/// The bytes of a network file, or why this cannot be one: numbers outside their limits
/// (weights.hpp), sums that may leave 16 or 32 bits, too many bytes. Little endian:
///
///     8 bytes            "xqnet", 0, 0, version 3
///     uint32 uint32      hidden_size, scale
///     a zlib stream      the numbers, below
///     8 bytes            content_hash() of all bytes before
///
/// The numbers; a varint is zigzag, 7 bits a byte, low ones first, bit 7: more follow:
///
///     varint[hidden]             bias
///     varint[683][hidden]        the mean of the weights over the king squares
///     varint[9][683][hidden]     weights less that mean
///     8 times Layers:
///       varint[2 * hidden]                    direct weights
///       varint[16][2 * hidden], int32[16]     first weights, first bias
///       varint[32][32], int32[32]             second weights, second bias
///       varint[32], int32                     output weights, output bias
///     int32[8]                   what the hand-written evaluation counts, in 256ths
[[nodiscard]] Expected<std::string, std::string> write_network(const Network& network);

/// The network of these bytes, or what is wrong with them and what to do, in the chosen language.
[[nodiscard]] Expected<std::shared_ptr<const Network>, std::string>
read_network(std::string_view bytes);

} // namespace xq::engine::network
