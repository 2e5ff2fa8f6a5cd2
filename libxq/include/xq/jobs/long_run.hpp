#pragma once

// What runs of hours and nights have in common: parts, a time to end, why they ended.

#include <chrono>
#include <cstdint>

namespace xq::jobs {

/// Of the pieces of work 1, 2, 3 ... of a run those with (number - 1) mod count == index - 1.
struct Shard {
  std::uint64_t index = 1; ///< from 1
  std::uint64_t count = 1;

  [[nodiscard]] bool has(std::uint64_t number) const noexcept {
    return (number - 1) % count == index - 1;
  }
};

using RunClock = std::chrono::system_clock; // goes on while a laptop sleeps

/// Why a run ended before its last piece of work.
enum class StopReason : std::uint8_t { none, interrupted, time };

} // namespace xq::jobs
