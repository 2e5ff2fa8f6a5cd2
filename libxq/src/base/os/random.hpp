#pragma once

#include <cstddef>
#include <span>

namespace xq::os {

/// Fill `bytes` from the system's source of secrets: nobody can guess them. Throws Error when the
/// system has none to give. Thread-safe.
void fill_with_secret(std::span<std::byte> bytes);

} // namespace xq::os
