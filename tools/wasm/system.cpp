// What a browser has instead of an operating system.

#include "base/os/unix/system.hpp"

#include "base/files/input.hpp"

#include <xq/base/error.hpp>

#include <string>

namespace xq {

void os::system::use_large_pages(void* /*memory*/, std::size_t /*bytes*/) noexcept {}

std::string read_beginning(const std::string& path, std::size_t /*most*/) {
  throw FileError{path + ": a page has no files"};
}

} // namespace xq
