#pragma once

#include "base/os/stream.hpp"

#include <string_view>

namespace xq::os {

/// Write to the standard output or error as std::fwrite() does. A console of Windows gets the
/// characters of a text in UTF-8, which several calls may cut anywhere, and not bytes in its code
/// page. False when that fails, errno says why.
bool write(Stream stream, std::string_view bytes) noexcept;

/// Write what the C library holds back of the standard output. False when that fails, or has
/// failed before; errno says why where it is known.
[[nodiscard]] bool flush_output() noexcept;

} // namespace xq::os
