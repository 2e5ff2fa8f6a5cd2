#pragma once

#include <xq/board/position.hpp>

#include <span>
#include <string_view>

namespace xq::service {

/// What the stronger player leaves out of the own pieces at the start. Of a pair it is the left
/// piece, as is usual in Chinese handicap games.
struct Handicap {
  std::string_view word;      ///< as clients name it: `horse`
  std::string_view back_rank; ///< Red's, as in a FEN
  std::string_view cannon_rank;
};
[[nodiscard]] std::span<const Handicap> handicaps() noexcept;
/// Nullptr: there is none of that word.
[[nodiscard]] const Handicap* find_handicap(std::string_view word) noexcept;
/// The start position without the pieces that `giver` leaves out. Red moves first.
[[nodiscard]] Position start_with(const Handicap& handicap, Color giver);

} // namespace xq::service
