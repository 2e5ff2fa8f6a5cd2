#pragma once

#include "cli/options/options.hpp"
#include "command.hpp"

#include <xq/store/query.hpp>

#include <string>

namespace xq::cli {

/// --position, --moves, --material, --sub-position: the position that wanted games of a database
/// reach. At most one of them.
struct PositionOptions {
  std::string position;
  std::string moves;
  std::string material;
  std::string sub_position;

  void describe(OptionSet& options);
  /// Set Filter::position from what was given; `wxf` settles what --moves leaves open. Throws
  /// UsageError for what cannot be read.
  void apply(store::Filter& filter, const WxfStyleOption& wxf) const;
};

} // namespace xq::cli
