#include "base/text/text.hpp"
#include "jobs/search/position_question.hpp"
#include "store/filter/filter_table.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/store/query.hpp>

#include <algorithm>

namespace xq::store {

using namespace jobs;

namespace {

/// Whether the table has a condition of that name, which is then read.
template <typename Table, typename Target>
bool read_by(const Table& table, const NamedCondition& condition, Target& target) {
  const std::string_view name = condition.first;
  const auto row = std::ranges::find_if(table, [&](const auto& r) { return r.name == name; });
  if (row == table.end()) {
    return false;
  }
  try {
    row->read(condition.second, target);
  } catch (const UsageError& e) {
    throw make_error<UsageError>("{}: {}", name, e.what());
  }
  return true;
}

} // namespace

std::vector<FilterInfo> filters() {
  std::vector<FilterInfo> out;
  for (const auto& row : store::filter_table()) {
    out.push_back({row.name, row.value, row.help, row.kind.looks_at == store::LooksAt::database});
  }
  for (const auto& row : position_texts()) {
    out.push_back({row.name, row.value, row.help});
  }
  return out;
}

store::Filter read_filter(std::span<const NamedCondition> conditions,
                          const std::optional<Position>& place) {
  store::Filter filter;
  PositionQuestion question;
  question.place = place;
  for (const auto& condition : conditions) {
    if (!read_by(store::filter_table(), condition, filter) &&
        !read_by(position_texts(), condition, question)) {
      throw make_error<UsageError>("'{}' is no condition on games", excerpt(condition.first, 40));
    }
  }
  if (place && !question.position.empty()) {
    throw make_error<UsageError>("{} and {} exclude each other", "position", "position");
  }
  question.apply(filter, [](std::string_view name) { return std::string{name}; });
  return filter;
}

} // namespace xq::store
