#pragma once

#include "service/data/game_table.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace xq::service {

/// Which records of a table are of one game, by GameTable::is_same_game(): groups of places, each
/// called by its first one. Immutable once made; takes 4 bytes a game.
class RepeatedGames {
public:
  explicit RepeatedGames(const GameTable& table);

  [[nodiscard]] std::size_t size() const noexcept { return m_groups.size(); }
  /// The place of the first record of the same game, which may be this one.
  [[nodiscard]] std::uint32_t group(std::uint32_t game) const noexcept { return m_groups[game]; }
  /// The first record of each of these games, which are in rising order.
  [[nodiscard]] std::vector<std::uint32_t> once(std::span<const std::uint32_t> games) const;

private:
  std::vector<std::uint32_t> m_groups;
};

/// Which games of a table are in another table, too. Immutable once made.
class GamesOfBoth {
public:
  GamesOfBoth(const GameTable& own, const RepeatedGames& own_groups, const GameTable& other,
              const RepeatedGames& other_groups);

  /// Leaves out of `games` what one of `others`, places of the other table, tells, too.
  void leave_out(const RepeatedGames& own_groups, const RepeatedGames& other_groups,
                 std::span<const std::uint32_t> others, std::vector<std::uint32_t>& games) const;

private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> m_pairs; ///< groups of both, sorted
};

} // namespace xq::service
