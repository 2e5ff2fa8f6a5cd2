#pragma once

#include "uci/words.hpp"

#include <xq/engine/engine.hpp>
#include <xq/uci/external.hpp>

#include <optional>
#include <string>

namespace xq::uci {

/// A `go` command of UCI or UCCI.
struct GoCommand {
  engine::Limits limits;
  bool ponder = false;
  bool draw_offered = false;
  std::optional<int> perft_depth;
  std::string remark; ///< for the GUI: what was not understood; empty when all was
};

/// Reads the words after `go`. What is not understood is skipped; where limits were meant and none
/// can be read, the search gets a second, so that it ends. `seconds`: the unit of the clocks, else
/// milliseconds.
[[nodiscard]] GoCommand parse_go(Words words, Color side_to_move, RankBase ranks, bool seconds);

} // namespace xq::uci
