#pragma once

#include "engine/network/weights.hpp"

#include <xq/base/expected.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace xq::engine::network {

/// A file is not longer.
inline constexpr std::size_t largest_file = 2'000'000;

/// The bytes of a network file, or why this cannot be one: output weights outside
/// +-largest_output_weight, sums that may leave 16 bits, too many bytes. Little endian:
///
///     8 bytes            "xqnet", 0, 0, version 1
///     uint32 uint32      hidden_size, scale
///     varint[hidden]     bias: int16, zigzag, 7 bits a byte, low ones first, bit 7: more follow
///     varint[9][683][hidden]  weights, likewise
///     int8[8][hidden]    output weights for the side to move
///     int8[8][hidden]    output weights for its opponent
///     int32[8]           output bias
///     int32[8]           what the hand-written evaluation counts, in 256ths
///     8 bytes            content_hash() of all bytes before
[[nodiscard]] Expected<std::string, std::string> write_network(const Network& network);

/// The network of these bytes, or what is wrong with them and what to do, in the chosen language.
[[nodiscard]] Expected<std::shared_ptr<const Network>, std::string>
read_network(std::string_view bytes);

} // namespace xq::engine::network
