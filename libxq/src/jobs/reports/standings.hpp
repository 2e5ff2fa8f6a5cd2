#pragma once

#include <xq/reports.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::reports {

/// What a ranking compares, in this order; of players who are equal so far the one with more comes
/// first.
[[nodiscard]] std::span<const Criterion> criteria(Ranking ranking) noexcept;

/// The players of the games, the first place first; players who are equal in everything share a
/// place and stand in the order of `names`. EventGame::red and ::black count from 0 to below
/// names.size(); every game has a result. Standing::cumulative is there when every game has a
/// round that is a number.
[[nodiscard]] std::vector<Standing> standings(std::span<const std::string> names,
                                              std::span<const EventGame> games,
                                              const Scoring& scoring, Ranking ranking);

/// Pairs of players with a game, and of all of them; `equally_often`: every two players met as many
/// times, at least once.
[[nodiscard]] EventPairs count_pairs(std::size_t players, std::span<const EventGame> games);

/// `2-1-0`: points for a win, a draw and a loss. Throws UsageError.
[[nodiscard]] Scoring read_scoring(std::string_view text);

} // namespace xq::reports
