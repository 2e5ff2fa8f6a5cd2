#include "base/os/console.hpp"

#include <cstdio>

namespace xq::os {

bool write(Stream stream, std::string_view bytes) noexcept {
  return std::fwrite(bytes.data(), 1, bytes.size(), stream == Stream::error ? stderr : stdout) ==
         bytes.size();
}

bool flush_output() noexcept { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

} // namespace xq::os
