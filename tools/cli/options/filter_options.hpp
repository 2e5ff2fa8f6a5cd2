#pragma once

#include "command.hpp"

#include <xq/store/query.hpp>

namespace xq::cli {

/// --player, --red, --black, --event, --since, --until, --result, --ecco, --min-plies, --unique:
/// which games are wanted.
struct FilterOptions {
  store::Filter filter;

  void describe(OptionSet& options);
  /// Throws UsageError when the games come from files and a filter needs a database.
  void require_database(bool has_database) const;
};

} // namespace xq::cli
