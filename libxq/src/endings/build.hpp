#pragma once

#include "endings/table.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace xq::endings {

struct BuildOptions {
  /// Who gives check for ever, while the other side does not, loses; false: repetitions are drawn.
  bool judges_checks = true;
  /// Asked now and then; may be empty. When it returns false, build() throws Interrupted.
  std::function<bool()> keep_going;
};

/// Bytes of memory that build() takes for a material of so many placements, without the tables of
/// what is left after captures.
[[nodiscard]] std::uint64_t memory_to_build(std::uint64_t placements) noexcept;

/// The tables of a material less one piece, which must be there as long as build() works.
using SmallerTables = std::function<const Table&(const Material&)>;

/// Counts a table by retrograde analysis. `material` is not is_turned(). The same for the same
/// material, whatever else there is. Throws Interrupted, std::bad_alloc.
///
/// A side without a legal move loses. Of play that goes on for ever only this counts: who gives
/// check with every move from some point on, while the other side does not, loses (the Asian rules'
/// and the Chinese ones'); everything else is drawn, chases too. That is a parity game: for the
/// side that wants to win, moves of the other one without check are bad if they come again and
/// again, else own moves without check are good, else nothing is won. It is solved as its nested
/// fixed point: what can be forced, then what the loser's checks alone put off, then what leads
/// there, and so on until nothing is added.
[[nodiscard]] std::unique_ptr<Table> build(const Material& material, const SmallerTables& smaller,
                                           const BuildOptions& options);

} // namespace xq::endings
