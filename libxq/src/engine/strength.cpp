#include "base/hash.hpp"

#include <xq/engine/engine.hpp>
#include <xq/engine/settings.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace xq::engine {

namespace {

/// Level 0 searches about two plies; each further level searches 1.5 times as many nodes.
Handicap between_levels(double level) noexcept {
  Handicap out;
  out.nodes = static_cast<std::uint64_t>(std::lround(300 * std::pow(1.5, level)));
  const double short_of_full = 1 - level / full_level;
  out.margin = static_cast<Score>(std::lround(300 * std::pow(short_of_full, 1.5)));
  return out;
}

} // namespace

Handicap handicap_of_level(int level) noexcept {
  return level >= full_level ? Handicap{} : between_levels(std::max(level, 0));
}

int skill_of_play_level(int level) noexcept {
  constexpr std::array<int, play_levels> skills{0, 2, 4, 7, 10, 13, 16, full_level};
  return skills[static_cast<std::size_t>(std::clamp(level, 1, play_levels) - 1)];
}

Handicap handicap_of_elo(int elo) noexcept {
  const double share = static_cast<double>(std::clamp(elo, lowest_elo, highest_elo) - lowest_elo) /
                       (highest_elo - lowest_elo);
  return between_levels(share * (full_level - 1));
}

std::size_t choose_line(std::span<const Line> lines, Key position,
                        const Handicap& handicap) noexcept {
  if (lines.empty() || handicap.margin <= 0 || lines[0].score >= decided_score) {
    return 0;
  }
  const Score best = lines[0].score;
  std::size_t choice = 0;
  Score highest = -infinite_score;
  for (std::size_t i = 0; i < lines.size() && lines[i].score >= best - handicap.margin; ++i) {
    const std::uint64_t drawn =
        mix_bits(to_integer(position) ^ mix_bits(handicap.seed + 1) ^ lines[i].moves.front().raw());
    const Score sum =
        lines[i].score + static_cast<Score>(drawn % static_cast<std::uint64_t>(handicap.margin));
    if (sum > highest) {
      highest = sum;
      choice = i;
    }
  }
  return choice;
}

} // namespace xq::engine
