#include "base/os/path.hpp"

namespace xq::os {

std::filesystem::path path_of(std::string_view name) { return name; }

std::string name_of(const std::filesystem::path& path) { return path.string(); }

std::string name_for_calls(std::string_view name) { return std::string{name}; }

} // namespace xq::os
