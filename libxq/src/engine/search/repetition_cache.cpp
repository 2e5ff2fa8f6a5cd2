#include "engine/search/repetition_cache.hpp"

namespace xq::engine {

namespace {

/// The position from which `cycle` led to `last`.
Position rewind(Position last, std::span<const Move> cycle) {
  for (std::size_t i = cycle.size(); i-- > 0;) {
    const Piece moved = last.at(cycle[i].to());
    last.remove(cycle[i].to());
    last.put(moved, cycle[i].from());
  }
  last.set_counters(0, 1); // nothing before the cycle counts
  return last;
}

} // namespace

Outcome RepetitionCache::judge(const Position& last, std::span<const Move> cycle) {
  std::uint64_t signature = to_integer(last.key());
  for (const Move m : cycle) {
    signature = (signature ^ m.raw()) * 0x9E3779B97F4A7C15U;
    signature ^= signature >> 32U;
  }
  Verdict& known = m_known[signature % m_known.size()];
  if (known.signature != signature || known.outcome == Outcome::none) {
    known = {signature, judge_repetition(rewind(last, cycle), cycle, RuleSet::wxf, 2).outcome};
  }
  return known.outcome;
}

} // namespace xq::engine
