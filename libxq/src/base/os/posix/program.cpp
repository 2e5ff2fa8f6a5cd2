#include "base/os/program.hpp"

namespace xq::os {

std::string program_path() { return {}; } // POSIX has no such call

} // namespace xq::os
