#include "base/os/error_text.hpp"

namespace xq::os {

std::string error_text(const std::error_code& error) { return error.message(); }

} // namespace xq::os
