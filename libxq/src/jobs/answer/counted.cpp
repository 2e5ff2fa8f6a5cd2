#include "jobs/answer/counted.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace xq::jobs {

std::vector<Counted> rows_of_table(const analysis::Statistics::Table& table) {
  std::vector<Counted> rows;
  for (const auto& [name, counts] : table) {
    rows.push_back({name, counts});
  }
  return rows;
}

std::vector<Counted> most_frequent(const analysis::Statistics::Table& table, std::size_t limit) {
  auto rows = rows_of_table(table);
  std::ranges::stable_sort(rows, std::greater{},
                           [](const Counted& row) { return row.counts.games(); });
  rows.resize(limit == 0 ? rows.size() : std::min(rows.size(), limit));
  return rows;
}

analysis::Statistics::Table both_colours(const analysis::Statistics& statistics) {
  auto both = statistics.red;
  for (const auto& [name, counts] : statistics.black) {
    auto turned = counts;
    std::swap(turned.by_result[static_cast<std::size_t>(record::Result::red_wins)],
              turned.by_result[static_cast<std::size_t>(record::Result::black_wins)]);
    both[name].add(turned);
  }
  return both;
}

} // namespace xq::jobs
