#pragma once

#include "store/names/player_links.hpp"

#include <vector>

namespace xq::store {

/// Links between names that only sound or look alike: the same sound in other characters, Chinese
/// and Latin letters, Latin names that differ by a letter or two. No such likeness is enough by
/// itself; games that stand under both names make it so.
void link_alike(const PlayerFacts& facts, const std::vector<PlayerName>& split,
                std::vector<NameLink>& links);

/// The factor for a doubt that follows from games under both names.
[[nodiscard]] double times_for_same_games(const Sightings& seen) noexcept;

} // namespace xq::store
