#pragma once

#include "command.hpp"

#include <xq/store/query.hpp>

namespace xq::cli {

/// --player, --red, --black, --event, --since, --until, --result, --ecco, --min-plies: which games
/// of a database are wanted.
struct FilterOptions {
  store::Filter filter;

  void describe(OptionSet& options);
};

} // namespace xq::cli
