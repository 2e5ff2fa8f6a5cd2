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

/// The rows of a table, by name.
[[nodiscard]] std::vector<Counted> rows_of_table(const analysis::Statistics::Table& table);
/// The rows with most games first, equal ones by name: `limit` of them, or all when it is 0.
[[nodiscard]] std::vector<Counted> most_frequent(const analysis::Statistics::Table& table,
                                                 std::size_t limit);
/// The players' games with both colours, from the player's side: won, lost, drawn.
[[nodiscard]] analysis::Statistics::Table both_colours(const analysis::Statistics& statistics);

} // namespace xq::jobs
