#pragma once

#include <string>

namespace xq::os {

/// Path of the running program's file, links resolved; empty where the system does not tell.
[[nodiscard]] std::string program_path();

} // namespace xq::os
