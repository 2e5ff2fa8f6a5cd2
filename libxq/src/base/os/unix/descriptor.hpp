#pragma once

#include "base/os/file.hpp"
#include "base/os/stream.hpp"

#include <unistd.h>

namespace xq::os {

// POSIX's numbers of streams and files, for the folders of the Unix family.

[[nodiscard]] constexpr int descriptor_of(Stream stream) noexcept {
  return stream == Stream::input    ? STDIN_FILENO
         : stream == Stream::output ? STDOUT_FILENO
                                    : STDERR_FILENO;
}

[[nodiscard]] inline int descriptor_of(const File& file) noexcept {
  return static_cast<int>(file.handle());
}

} // namespace xq::os
