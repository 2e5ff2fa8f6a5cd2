#pragma once

#include <xq/engine/engine.hpp>

#include <chrono>

namespace xq::engine {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

/// How long a search may take. `target` is for the end of an iteration and may be stretched by the
/// search, `limit` ends it anywhere; zero means no limit.
struct TimeBudget {
  Milliseconds target{0};
  Milliseconds limit{0};
};

/// Budget from a fixed move time, used in full, or from the clock, less `overhead` for the
/// communication with the GUI; for the `move_number`th move of a side in the game, from 1.
[[nodiscard]] TimeBudget time_budget(const Limits& limits, Milliseconds overhead,
                                     int move_number) noexcept;

} // namespace xq::engine
