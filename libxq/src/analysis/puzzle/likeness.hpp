#pragma once

#include "analysis/puzzle/puzzle.hpp"

#include <cstdint>
#include <unordered_set>

namespace xq::analysis {

/// Puzzles that were taken, to leave out those that are like one of them: the same position, also
/// mirrored or with colours exchanged, or the same moves by the same pieces against the same palace
/// at the end.
class KnownPuzzles {
public:
  /// False where one like it is known already; else it is known from now on.
  [[nodiscard]] bool add(const Puzzle& puzzle);

private:
  std::unordered_set<std::uint64_t> m_keys;
};

} // namespace xq::analysis
