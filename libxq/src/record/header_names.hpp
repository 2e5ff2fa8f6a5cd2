#pragma once

#include <xq/record/game.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

/// The one table of names of headers (docs/formats/headers.md), with those that other programs give
/// to the same things. Names that only one format has stand with its reader.
namespace xq::record {

/// What a header tells, as far as a tool asks for it.
enum class HeaderKind : std::uint8_t {
  event,
  site,
  date,
  round,
  red,
  black,
  red_team,
  black_team,
  red_level,
  black_level,
  ecco,
  other ///< the last
};
inline constexpr auto header_kind_count = static_cast<std::size_t>(HeaderKind::other) + 1;

/// Finds the kind by any of its names, letters without case.
[[nodiscard]] HeaderKind header_kind(std::string_view name) noexcept;

/// All names for what is not `other`, the standard one first.
[[nodiscard]] std::vector<std::string_view> names_of(HeaderKind kind);

/// The name under which a header stands in a game that was read: the standard one for a name that
/// only other programs give (`White`: Red). Any other name is returned as it is.
[[nodiscard]] std::string_view name_as_read(std::string_view name) noexcept;

/// The name of docs/formats/headers.md for the same thing, which a header has once the game is
/// normalised: besides name_as_read() an Elo for a Rating, and its capitals; empty for a name that
/// is not in the table.
[[nodiscard]] std::string_view standard_name(std::string_view name) noexcept;

/// Renames the headers of a game by name_as_read(), but for one whose new name another header has,
/// wherever that stands.
void rename_foreign_headers(Game& game);

} // namespace xq::record
