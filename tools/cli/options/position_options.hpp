#pragma once

#include "cli/options/options.hpp"
#include "command.hpp"

#include <xq/store/query.hpp>

#include <optional>
#include <string>

namespace xq::cli {

/// --position, --moves, --material, --balance, --sub-position: the position that wanted games of a
/// database reach, at most one of them; --then, --hold: what happens there; --manoeuvre: the path
/// of a piece; --at-ply, --no-mirror, --colors-exchanged: of both.
struct PositionOptions {
  std::string position;
  std::string moves;
  std::string material;
  std::string balance;
  std::string sub_position;
  std::string then;
  std::string manoeuvre;
  int hold = 1;
  std::optional<store::Range> ply;
  bool no_mirror = false;
  bool exchanged = false;

  void describe(OptionSet& options);
  /// Set Filter::position and its kin from what was given; `wxf` settles what --moves and --then
  /// leave open. Throws UsageError for what cannot be read.
  void apply(store::Filter& filter, const WxfStyleOption& wxf) const;

private:
  [[nodiscard]] std::optional<store::PositionFilter> wanted(const WxfStyleOption& wxf) const;
};

} // namespace xq::cli
