#pragma once

#include "base/os/stream.hpp"

#include <unistd.h>

namespace xq::os {

/// POSIX's number of a standard stream; for the files of this folder.
[[nodiscard]] constexpr int descriptor_of(Stream stream) noexcept {
  return stream == Stream::input    ? STDIN_FILENO
         : stream == Stream::output ? STDOUT_FILENO
                                    : STDERR_FILENO;
}

} // namespace xq::os
