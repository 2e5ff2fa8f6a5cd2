#include "base/os/program.hpp"

#include <filesystem>
#include <system_error>

namespace xq::os {

std::string program_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string(); // empty on an error
}

} // namespace xq::os
