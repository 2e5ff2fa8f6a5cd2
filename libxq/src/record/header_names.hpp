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

/// By any of its names, letters without case.
[[nodiscard]] HeaderKind header_kind(std::string_view name) noexcept;

/// All names for what is not `other`, the proper one first.
[[nodiscard]] std::vector<std::string_view> names_of(HeaderKind kind);

/// The name that a header gets when a game is read: `White` is Red. Any other name is returned as
/// it is.
[[nodiscard]] std::string_view usual_name(std::string_view name) noexcept;

/// The name that a header has once it is normalised, with its usual capitals: besides usual_name()
/// an Elo for a Rating; empty for a name that is not in the table.
[[nodiscard]] std::string_view proper_name(std::string_view name) noexcept;

/// Gives the headers of a game their usual names, but for one whose usual name another header has,
/// wherever that stands.
void use_usual_names(Game& game);

} // namespace xq::record
