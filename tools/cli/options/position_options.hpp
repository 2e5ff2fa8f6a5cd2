#pragma once

#include "cli/options/options.hpp"
#include "command.hpp"
#include "jobs/search/position_question.hpp"

#include <xq/store/query.hpp>

namespace xq::cli {

/// --position, --moves, --material, --balance, --sub-position: the position that wanted games of a
/// database reach, at most one of them; --then, --hold: what happens there; --manoeuvre: the path
/// of a piece; --at-ply, --no-mirror, --colors-exchanged: of both.
struct PositionOptions {
  jobs::PositionQuestion question;

  void describe(OptionSet& options);
  /// Set Filter::position and its kin from what was given; `wxf` settles what --moves and --then
  /// leave open. Throws UsageError for what cannot be read.
  void apply(store::Filter& filter, const WxfStyleOption& wxf) const;
};

} // namespace xq::cli
