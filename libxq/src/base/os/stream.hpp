#pragma once

#include <cstdint>

namespace xq::os {

/// The standard streams of the process.
enum class Stream : std::uint8_t { input, output, error };

} // namespace xq::os
