#pragma once

#include <string>
#include <system_error>

namespace xq::os {

/// What is the matter, in English, as Linux says it: `No such file or directory`.
[[nodiscard]] std::string error_text(const std::error_code& error);

} // namespace xq::os
