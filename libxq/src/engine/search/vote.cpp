#include "engine/search/vote.hpp"

#include <algorithm>
#include <utility>

namespace xq::engine {

std::size_t elected(std::span<const Vote> votes) noexcept {
  const auto is_voter = [](const Vote& vote) { return vote.depth > 0; };
  Score least = infinite_score;
  for (const Vote& vote : votes) {
    least = is_voter(vote) ? std::min(least, vote.score) : least;
  }
  const auto weight = [&](const Vote& vote) {
    constexpr int base = 14; // centipawns: the one with the lowest score has a vote, too
    return is_voter(vote) ? (vote.score - least + base) * vote.depth : 0;
  };
  const auto strength = [&](const Vote& candidate) {
    int all = 0;
    for (const Vote& vote : votes) {
      all += vote.move == candidate.move ? weight(vote) : 0;
    }
    return std::pair{all, weight(candidate)};
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < votes.size(); ++i) {
    const Vote& one = votes[i];
    if (!is_voter(one)) {
      continue;
    }
    const bool decided = is_decided(one.score) || is_decided(votes[best].score);
    const bool better =
        decided ? one.score > votes[best].score : strength(one) > strength(votes[best]);
    best = better || !is_voter(votes[best]) ? i : best;
  }
  return best;
}

} // namespace xq::engine
