#pragma once

#include <cstdint>
#include <functional>

namespace xq::store {

/// Told now and then how many of how many games are written. May be empty.
using WriteProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

} // namespace xq::store
