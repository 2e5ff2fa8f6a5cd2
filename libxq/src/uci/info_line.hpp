#pragma once

#include <xq/engine/engine.hpp>
#include <xq/uci/external.hpp>

#include <optional>
#include <string_view>

namespace xq::uci {

/// The items of an `info` line of UCI or UCCI; those that are missing are empty.
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

/// Reads the text after `info`; unknown words and invalid numbers are skipped. `position` is the
/// one searched: `pv` ends before its first illegal move.
[[nodiscard]] InfoLine parse_info(std::string_view line, const Position& position, RankBase ranks);

/// Merges an InfoLine into a report. A score that is a bound does not replace an exact one.
void update(engine::Report& report, const InfoLine& info);

} // namespace xq::uci
