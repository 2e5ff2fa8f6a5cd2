#pragma once

#include <string_view>

namespace xq::record {

/// Whether a header's value says anything: it is not empty and not of blanks, question marks, full
/// stops, hyphens and asterisks alone.
[[nodiscard]] bool is_filled_in(std::string_view value) noexcept;

/// Whether a player's name names somebody: it is filled in and not made of words for a player
/// who is not known or for the side (NN, Unknown, 佚名, 红方) alone.
[[nodiscard]] bool names_somebody(std::string_view name) noexcept;

} // namespace xq::record
