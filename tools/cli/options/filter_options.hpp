#pragma once

#include "command.hpp"

#include <xq/store/query.hpp>

#include <string>

namespace xq::cli {

/// --player, --red, --black, --event, --site, --since, --until, --result, --ecco, --opening,
/// --red-elo, --black-elo, --min-plies, --max-plies, --comment, --unique: which games are wanted;
/// --names, --no-names: which names are one.
struct FilterOptions {
  store::Filter filter;
  std::string names_path;
  bool no_names = false;

  void describe(OptionSet& options);
  /// Throws UsageError when the games come from files and a filter needs a database.
  void require_database(bool has_database) const;
  /// Take Filter::names from the options, reading the file. Throws UsageError when both are given,
  /// FileError.
  void read_names();
};

} // namespace xq::cli
