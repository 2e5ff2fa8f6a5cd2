#pragma once

#include <xq/record/game.hpp>

#include <cstdint>
#include <vector>

namespace xq::analysis {

/// Checks that need a whole game, beyond what its reader found: findings are added to
/// game.problems. A game with an error is only completed (a move refused at a mate is renamed
/// move-after-mate); of a game without one, the headers and the result against the final position
/// are looked at. Thread-safe on different games.
void verify(record::Game& game);

/// Counts over many games. The sums do not depend on the order of add().
struct VerifySummary {
  std::uint64_t games = 0;
  std::uint64_t ok = 0;
  std::uint64_t with_warnings = 0; ///< usable, with at least one warning
  std::uint64_t with_errors = 0;   ///< not usable
  std::uint64_t plies = 0;         ///< of main lines, up to the first error
  std::vector<std::uint64_t> by_code = std::vector<std::uint64_t>(problem_codes().size());

  void add(const record::Game& game);
  void add(const Problem& problem) { ++by_code[static_cast<std::size_t>(problem.code)]; }
  void add(const VerifySummary& other);
};

} // namespace xq::analysis
