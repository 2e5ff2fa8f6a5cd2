#pragma once

#include "base/os/stream.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace xq::os {

[[nodiscard]] bool is_terminal(Stream stream) noexcept;
/// Columns of the terminal; 0 when the stream is none, or does not say.
[[nodiscard]] std::size_t terminal_columns(Stream stream) noexcept;

enum class InputEvent : std::uint8_t { bytes, nothing, end };
/// Wait so long for standard input. `bytes`: some were read to the front of `out`, `count` of them.
/// A signal ends the wait with `nothing`.
[[nodiscard]] InputEvent read_input(std::span<char> out, std::size_t& count,
                                    std::chrono::milliseconds wait) noexcept;

/// Call it first. Opens the null device in the place of each closed standard stream: otherwise the
/// next file that is opened would get its descriptor and receive what is written to the stream;
/// writing to it fails. On Windows streams take and give bytes as they are from now on.
void prepare_standard_streams() noexcept;

} // namespace xq::os
