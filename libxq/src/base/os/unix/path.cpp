#include "base/os/path.hpp"

namespace xq::os {

std::filesystem::path path_of(std::string_view name) { return name; }

std::string name_of(const std::filesystem::path& path) { return path.string(); }

} // namespace xq::os
