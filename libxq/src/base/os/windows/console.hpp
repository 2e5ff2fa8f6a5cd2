#pragma once

#include "base/os/stream.hpp"
#include "base/os/windows/api.hpp"

#include <cstddef>
#include <span>

namespace xq::os {

[[nodiscard]] HANDLE handle_of(Stream stream) noexcept;

/// Whether the handle is a console: a terminal that takes and gives UTF-16.
[[nodiscard]] bool is_console(HANDLE handle) noexcept;

/// Read what was typed, to the end of a line, as UTF-8: `count` bytes, 0 at the end (Ctrl-Z in
/// front of a line) and when Ctrl-C was pressed, which is then the error.
[[nodiscard]] std::error_code read_console(HANDLE console, std::span<char> out,
                                           std::size_t& count) noexcept;

} // namespace xq::os
