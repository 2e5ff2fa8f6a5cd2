#pragma once

#include "analysis/puzzle/puzzle.hpp"

#include <cstdint>
#include <unordered_set>

namespace xq::analysis {

/// Puzzles that were taken, to leave out those that are like one of them: the same position, one
/// that arises from the other's solution by any defence, or by its own (all of that also mirrored
/// or with colours exchanged), or the same moves by the same pieces against the same palace at the
/// end.
class KnownPuzzles {
public:
  /// False where one like it is known already; else it is known from now on.
  [[nodiscard]] bool add(const Puzzle& puzzle);

private:
  std::unordered_set<std::uint64_t> m_solutions;
  std::unordered_set<std::uint64_t> m_starts;
  /// Positions with the solver to move in solutions, and after other defences than theirs.
  std::unordered_set<std::uint64_t> m_reached;
};

/// Whether two puzzles of one game, the earlier one first, have a move of the solver in common and
/// few moves between them: a player who missed the combination may find it again.
[[nodiscard]] bool is_same_combination(const Puzzle& earlier, const Puzzle& later);

} // namespace xq::analysis
