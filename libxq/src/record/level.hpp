#pragma once

#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace xq::record {

/// The headers that tell the level of a player, an Elo or another rating; the first one of a side
/// that has a number counts.
struct LevelHeader {
  std::string_view name;
  Color side;
};
inline constexpr std::array<LevelHeader, 6> level_headers{{{"RedElo", Color::red},
                                                           {"RedRating", Color::red},
                                                           {"WhiteElo", Color::red},
                                                           {"WhiteRating", Color::red},
                                                           {"BlackElo", Color::black},
                                                           {"BlackRating", Color::black}}};
inline constexpr int most_level = 4095; ///< what books have room for

/// The number at the front of the text; 0 when there is none from 1 to most_level.
[[nodiscard]] std::uint16_t read_level(std::string_view text) noexcept;

/// Levels of Red and Black; 0: not known.
using LevelPair = std::array<std::uint16_t, color_count>;
[[nodiscard]] LevelPair levels_of(const Game& game) noexcept;

} // namespace xq::record
