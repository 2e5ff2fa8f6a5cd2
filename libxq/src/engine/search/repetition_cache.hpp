#pragma once

#include <xq/board/rules.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace xq::engine {

/// What a repetition means, for a search that meets the same cycles again and again: verdicts of
/// judge_repetition() under the Asian rules, kept in a small table. They depend on the cycle alone,
/// whatever was asked before. One object a search thread.
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
