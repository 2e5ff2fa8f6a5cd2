#pragma once

#include <xq/board/rules.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace xq::engine {

/// Cached verdicts of judge_repetition() under the Asian rules, by cycle. A verdict depends on the
/// cycle alone, not on the state of the cache. One object a search thread.
class RepetitionCache {
public:
  /// `last`: the position after `cycle`, which led from it and back to it without a capture.
  [[nodiscard]] Outcome judge(const Position& last, std::span<const Move> cycle);

private:
  struct Verdict {
    std::uint64_t signature = 0;
    Outcome outcome = Outcome::none;
  };
  std::array<Verdict, 4096> m_known{};
};

} // namespace xq::engine
