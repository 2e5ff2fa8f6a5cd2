#pragma once

#include "jobs/answer/field.hpp"

#include <xq/analysis/statistics.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xq::jobs {

/// Games of one kind (a year, a player, an opening) by their results.
struct Counted {
  std::string name;
  analysis::ResultCounts counts;
};

template <record::Result result>
[[nodiscard]] Value games_with(const Counted& row) {
  return row.counts.by_result[static_cast<std::size_t>(result)];
}
[[nodiscard]] inline Value all_games(const Counted& row) { return row.counts.games(); }

/// `name`, `games`, `red_wins`, `black_wins`, `draws`, `unknown`.
[[nodiscard]] std::span<const FieldOf<Counted>> counted_fields() noexcept;

/// The rows with most games first, equal ones as they are: `limit` of them, or all when it is 0.
[[nodiscard]] std::vector<Counted> most_frequent(std::vector<Counted> rows, std::size_t limit);

} // namespace xq::jobs
