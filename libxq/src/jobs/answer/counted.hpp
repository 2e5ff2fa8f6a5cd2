#pragma once

#include "jobs/answer/field.hpp"

#include <xq/analysis/statistics.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
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

inline constexpr auto counted_fields = std::to_array<FieldOf<Counted>>(
    {{"name", "", Kind::name, get<&Counted::name>, Missing::never, 60, 12},
     {"games", to_translate("games"), Kind::count,
      [](const Counted& row) -> Value { return row.counts.games(); }},
     {"red_wins", "1-0", Kind::count, games_with<record::Result::red_wins>},
     {"black_wins", "0-1", Kind::count, games_with<record::Result::black_wins>},
     // Translators: heading over the number of drawn games
     {"draws", to_translate("draw"), Kind::count, games_with<record::Result::draw>},
     {"unknown", "*", Kind::count, games_with<record::Result::unknown>}});

/// The field of counted_fields that is called `name` there, as one that is called `as`.
[[nodiscard]] consteval FieldOf<Counted> counted_field(std::string_view name, std::string_view as) {
  auto field = *std::ranges::find(counted_fields, name, &Field::name);
  field.name = as;
  return field;
}

/// The rows of a table, by name.
[[nodiscard]] std::vector<Counted> rows_of_table(const analysis::Statistics::Table& table);
/// The rows with most games first, equal ones by name: `limit` of them, or all when it is 0.
[[nodiscard]] std::vector<Counted> most_frequent(const analysis::Statistics::Table& table,
                                                 std::size_t limit);
/// The players' games with both colours, from the player's side: won, lost, drawn.
[[nodiscard]] analysis::Statistics::Table both_colours(const analysis::Statistics& statistics);

} // namespace xq::jobs
