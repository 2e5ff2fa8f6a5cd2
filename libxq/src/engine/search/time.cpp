#include "engine/search/time.hpp"

#include <algorithm>

namespace xq::engine {

TimeBudget time_budget(const Limits& limits, Milliseconds overhead, int move_number) noexcept {
  constexpr Milliseconds least{1};
  TimeBudget budget;
  if (limits.move_time.count() > 0) {
    budget.limit = limits.move_time;
    budget.target = budget.limit;
  }
  if (limits.time_left.count() > 0) {
    const auto left = std::max(least, limits.time_left - overhead);
    // how many moves the time is divided by, when that is unknown or larger
    const int expected = std::clamp(34 - (move_number - 1) / 2, 14, 34);
    const int moves = limits.moves_to_go > 0 ? std::min(limits.moves_to_go, expected) : expected;
    auto target = left / moves + limits.increment * 3 / 4;
    auto limit = std::min(target * 4, left * (moves == 1 ? 95 : 40) / 100);
    limit = std::max(least, std::min(limit, left - overhead));
    target = std::clamp(target, least, limit);
    budget.limit = budget.limit.count() > 0 ? std::min(budget.limit, limit) : limit;
    budget.target = budget.target.count() > 0 ? std::min(budget.target, target) : target;
  }
  return budget;
}

} // namespace xq::engine
