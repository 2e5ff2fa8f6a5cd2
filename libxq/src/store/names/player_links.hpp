#pragma once

#include "store/names/player_facts.hpp"

#include <xq/store/name_proposals.hpp>

#include <vector>

namespace xq::store {

/// Two spellings that may be one, and why.
struct NameLink {
  std::size_t a = 0;
  std::size_t b = 0;
  double doubt = 1; ///< how likely they are not one, as the rules of docs/names.md say
  std::vector<NameEvidence> evidence;
};

/// Links between spellings of players, by rising doubt; of equal ones that of names with more games
/// first.
[[nodiscard]] std::vector<NameLink> link_players(const PlayerFacts& facts);

/// What a key says: 上海胡荣华 is 胡荣华 of the team 上海, as is 胡荣华(上海).
struct PlayerName {
  std::string_view team; ///< empty: none was found
  std::string_view name; ///< without it
};
/// Splits each spelling; the results are in the order of the spellings.
[[nodiscard]] std::vector<PlayerName> split_players(const PlayerFacts& facts);

} // namespace xq::store
