#pragma once

#include <xq/engine/engine.hpp>
#include <xq/uci/move_text.hpp>

#include <optional>
#include <string_view>

namespace xq::uci {

/// What an engine says in one `info` line of UCI or UCCI. What it does not mention is nothing.
struct InfoLine {
  std::optional<int> depth;
  std::optional<int> selective_depth;
  std::optional<int> hash_permille;
  std::optional<std::uint64_t> nodes;
  std::optional<std::chrono::milliseconds> time;
  int multipv = 1; ///< from 1
  /// From the side to move, mates as in engine.hpp. After `cp` a number never looks like a mate;
  /// UCCI has the number alone. `mate N` counts moves: plies are 2N-1, or 2N when mated.
  std::optional<engine::Score> score;
  bool lower_bound = false;
  bool upper_bound = false;
  std::vector<Move> moves; ///< `pv`, up to the first move that is none or not legal
};

/// Read a line that begins with `info`; words that say nothing to us are skipped, numbers that
/// are none are as if absent. `position` is the one searched; it decides which moves are legal.
[[nodiscard]] InfoLine parse_info(std::string_view line, const Position& position, RankBase ranks);

/// Fits an InfoLine into the state of a search: lines by rank, the numbers as they are. A score
/// that is only a bound does not replace an exact one.
void update(engine::Report& report, const InfoLine& info);

} // namespace xq::uci
