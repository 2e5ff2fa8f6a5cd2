#pragma once

#include "record/date_range.hpp"

#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <string_view>

/// What the headers of a game say: the one place that reads them. Every tool that lists, filters,
/// counts or compares games asks here, so that all of them say the same of a header that is empty,
/// `?`, given twice or under another program's name.
///
///     const record::Facts facts{game};
///     list(facts.red, facts.black, facts.days());
///
/// The opening takes more than the headers: see opening_code() in xq/record/ecco.hpp.
namespace xq::record {

/// Whether a header's value says anything: it is not empty and not of blanks, question marks, full
/// stops, hyphens and asterisks alone.
[[nodiscard]] bool is_filled_in(std::string_view value) noexcept;

/// Whether a player's name names somebody: it is filled in and not made of words for a player
/// who is not known or for the side (NN, Unknown, 佚名, 红方) alone.
[[nodiscard]] bool names_somebody(std::string_view name) noexcept;

inline constexpr int most_level = 4095; ///< what books have room for

/// The number at the front of the text; 0 when there is none from 1 to most_level.
[[nodiscard]] std::uint16_t read_level(std::string_view text) noexcept;

/// Levels of Red and Black, an Elo or another rating; 0: not known. Of the headers of a side the
/// first one that has a number counts.
using LevelPair = std::array<std::uint16_t, color_count>;

/// Values as they are written; of several headers for one thing (Red and White, the same name
/// twice) the first counts, as in the columns of a database. Views of the game.
struct Facts {
  explicit Facts(const Game& game) noexcept;

  std::string_view event, site, date, round;
  std::string_view red, black, red_team, black_team;
  std::string_view ecco; ///< see opening_code()
  LevelPair levels{};

  [[nodiscard]] DateRange days() const { return date_range(date); }
};

} // namespace xq::record
