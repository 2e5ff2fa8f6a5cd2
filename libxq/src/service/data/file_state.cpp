#include "service/data/file_state.hpp"

#include "base/hash.hpp"
#include "base/os/file.hpp"

#include <array>

namespace xq::service {

std::string FileState::digest() const {
  const std::array numbers{device, inode, size, static_cast<std::uint64_t>(modified)};
  return fmt::format("{:016x}",
                     content_hash({reinterpret_cast<const char*>(numbers.data()), sizeof numbers}));
}

FileState state_of(const std::string& path) {
  const auto status = os::status_of(path);
  const auto modified = os::modified_at(path);
  if (!status || !modified) {
    throw make_error<FileError>("{}: cannot be found. Check the path, or put the file back.", path);
  }
  return {status->device, status->inode, status->size, *modified};
}

} // namespace xq::service
