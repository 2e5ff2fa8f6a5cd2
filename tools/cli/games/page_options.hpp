#pragma once

#include "cli/games/list_columns.hpp"
#include "command.hpp"

#include <xq/store/page.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace xq::cli {

/// --sort, --limit, --after: which part of the games that were found, and in which order.
struct PageOptions {
  std::vector<ListSortKey> order;
  std::size_t limit = 0; ///< 0: all
  std::optional<std::int64_t> after;

  void describe(OptionSet& options, std::string_view limit_description);

  /// For the columns that the database does not have: a value for each game, -1 for none.
  using Values = std::function<std::vector<std::int64_t>(ListColumn)>;
  struct Chosen {
    std::vector<std::int64_t> games; ///< numbers, in order
    bool more = false;               ///< others follow
  };
  /// Of the games that were found (numbers in rising order). Throws Error where `after` has no
  /// place in the order.
  [[nodiscard]] Chosen choose(store::GameDatabase& database, std::span<const std::int64_t> found,
                              const Values& values) const;
};

} // namespace xq::cli
