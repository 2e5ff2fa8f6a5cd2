#pragma once

#include "command.hpp"

#include <xq/format/format.hpp>
#include <xq/store/query.hpp>

#include <cstdint>
#include <string>

namespace xq::cli {

/// The filters of store::filter_table(): which games are wanted; --names, --no-names: which names
/// are one.
struct FilterOptions {
  store::Filter filter;
  std::string names_path;
  bool no_names = false;

  /// Where the games of a tool are; from files there are no filters that need a database.
  enum class Games : std::uint8_t { of_files, of_databases, of_either };
  void describe(OptionSet& options, Games games = Games::of_databases);
  /// Throws UsageError when the games come from files and a filter needs a database.
  void require_database(bool has_database) const;
  /// Take Filter::names from the options, reading the file. Throws UsageError when both are given,
  /// FileError.
  void read_names();
  /// Games of files that do not pass are not read.
  void restrict(format::ReadOptions& options) const;
};

} // namespace xq::cli
