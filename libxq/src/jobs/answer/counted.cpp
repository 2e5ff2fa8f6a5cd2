#include "jobs/answer/counted.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>

namespace xq::jobs {

std::span<const FieldOf<Counted>> counted_fields() noexcept {
  using record::Result;
  static constexpr auto fields = std::to_array<FieldOf<Counted>>(
      {{"name", "", Kind::name, get<&Counted::name>, Missing::never, 60, 12},
       {"games", to_translate("games"), Kind::count, all_games},
       {"red_wins", "1-0", Kind::count, games_with<Result::red_wins>},
       {"black_wins", "0-1", Kind::count, games_with<Result::black_wins>},
       // Translators: heading over the number of drawn games
       {"draws", to_translate("draw"), Kind::count, games_with<Result::draw>},
       {"unknown", "*", Kind::count, games_with<Result::unknown>}});
  return fields;
}

std::vector<Counted> most_frequent(std::vector<Counted> rows, std::size_t limit) {
  std::ranges::stable_sort(rows, std::greater{},
                           [](const Counted& row) { return row.counts.games(); });
  rows.resize(limit == 0 ? rows.size() : std::min(rows.size(), limit));
  return rows;
}

} // namespace xq::jobs
