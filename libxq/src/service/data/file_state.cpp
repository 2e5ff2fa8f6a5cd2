#include "service/data/file_state.hpp"

#include "base/hash.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"

#include <array>
#include <filesystem>

namespace xq::service {

std::string FileState::digest() const {
  const std::array numbers{device, inode, size, static_cast<std::uint64_t>(modified)};
  return fmt::format("{:016x}",
                     content_hash({reinterpret_cast<const char*>(numbers.data()), sizeof numbers}));
}

FileState state_of(const std::string& path) {
  const auto status = os::status_of(path);
  std::error_code failed;
  const auto modified = std::filesystem::last_write_time(os::path_of(path), failed);
  if (!status || failed) {
    throw make_error<FileError>("{}: cannot be found. Check the path, or put the file back.", path);
  }
  return {status->device, status->inode, status->size, modified.time_since_epoch().count()};
}

} // namespace xq::service
