#include "base/os/program.hpp"

#include "base/os/path.hpp"
#include "base/os/windows/api.hpp"

namespace xq::os {

std::string program_path() {
  constexpr std::size_t longest = 32768; // of any path
  std::wstring path(longest, 0);
  path.resize(GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return name_of(path);
}

} // namespace xq::os
