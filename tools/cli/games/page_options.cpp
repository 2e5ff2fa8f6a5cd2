#include "cli/games/page_options.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>

namespace xq::cli {

void PageOptions::describe(OptionSet& options, std::string_view limit_description) {
  options.add(
      "sort", sort_keys(order),
      fmt::format("the order of the games: columns, the first one counts most, a - in front "
                  "for falling order; games without a value come last. Columns: {}",
                  column_names(", ")));
  options.add("limit", number(limit, 0, 1'000'000'000), std::string{limit_description});
  constexpr auto any = std::numeric_limits<std::int64_t>{};
  options.add("after", number(after, any.min(), any.max(), "GAME"),
              "only games behind the one with this number, in the order of --sort: the next page");
}

PageOptions::Chosen PageOptions::choose(store::GameDatabase& database,
                                        std::span<const std::int64_t> found,
                                        const Values& values) const {
  std::vector<std::vector<std::int64_t>> given;
  std::vector<store::SortKey> keys;
  for (const auto& [column, falling] : order) {
    const auto sort = info(column).sort;
    given.push_back(sort == store::SortColumn::given ? values(column)
                                                     : std::vector<std::int64_t>{});
    keys.push_back({sort, falling, given.back()}); // the vectors do not move
  }
  const auto one_more = limit == 0 ? 0 : limit + 1;
  Chosen chosen{store::select_page(database, found, {keys, after, one_more})};
  chosen.more = limit != 0 && chosen.games.size() > limit;
  chosen.games.resize(chosen.more ? limit : chosen.games.size());
  return chosen;
}

} // namespace xq::cli
