#include "cli/games/page_options.hpp"

#include <fmt/core.h>

#include <limits>
#include <string>

namespace xq::cli {

namespace {

Value sort_keys(std::vector<jobs::ListSortKey>& target) {
  Value value;
  value.name = "LIST";
  value.accept = [&target](const std::string& list) { target = jobs::read_sort_keys(list); };
  return value;
}

} // namespace

Value columns(std::vector<jobs::ListColumn>& target) {
  Value value;
  value.name = "LIST";
  value.accept = [&target](const std::string& list) { target = jobs::read_columns(list); };
  return value;
}

void describe_page(jobs::PageQuestion& page, OptionSet& options,
                   std::string_view limit_description) {
  options.add(
      "sort", sort_keys(page.order),
      fmt::format("the order of the games: columns, the first one counts most, a - in front "
                  "for falling order; games without a value come last. Columns: {}",
                  jobs::column_names(", ")));
  options.add("limit", number(page.limit, 0, 1'000'000'000), std::string{limit_description});
  using Any = std::numeric_limits<std::int64_t>;
  options.add("after", number(page.after, Any::min(), Any::max(), "GAME"),
              "only games behind the one with this number, in the order of --sort: the next page");
}

} // namespace xq::cli
