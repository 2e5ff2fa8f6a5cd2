#pragma once

#include "uci/words.hpp"

#include <xq/base/expected.hpp>
#include <xq/engine/engine.hpp>
#include <xq/uci/move_text.hpp>

#include <optional>
#include <string>

namespace xq::uci {

/// A `go` command of UCI or UCCI.
struct GoCommand {
  engine::Limits limits;
  bool ponder = false;
  bool draw_offered = false;
  std::optional<int> perft_depth;
};

/// Reads the words after `go`. `seconds`: the unit of the clocks, else milliseconds. The error is a
/// message for the GUI.
[[nodiscard]] Expected<GoCommand, std::string> parse_go(Words words, Color side_to_move,
                                                        RankBase ranks, bool seconds);

} // namespace xq::uci
