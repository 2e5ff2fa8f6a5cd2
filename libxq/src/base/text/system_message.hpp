#pragma once

#include <string>
#include <system_error>

namespace xq {

/// What the system says about a failure, in the chosen language where it is one of the usual ones.
[[nodiscard]] std::string system_message(const std::error_code& error);
/// The message for a value of errno.
[[nodiscard]] std::string system_message(int error);

} // namespace xq
