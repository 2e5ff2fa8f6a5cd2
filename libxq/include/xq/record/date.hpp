#pragma once

#include <string>
#include <string_view>

namespace xq::record {

/// A header's date in the form yyyy.mm.dd with ?? for what is not written (`1998.12.??`), or empty
/// when nothing in the text is a date. Reads 1963年8月15日, 83-7-24, 2001。3。17, 20090620-13：00,
/// full-width digits, Chinese digits, and a typewriter's l and O among digits; of a range the first
/// day. Never says more than the text: a two-digit year is 19yy only for 50 to 99, 10/12/1994 keeps
/// its year alone, a day that its month does not have is ??. Takes its own results back unchanged.
[[nodiscard]] std::string normalise_date(std::string_view text);

/// Whether a game can have been recorded in this year. The oldest games that were handed down move
/// by move are of the 16th century; the clock is not asked, so that the answer stays the same.
[[nodiscard]] constexpr bool plausible_year(int year) noexcept {
  return year >= 1500 && year <= 2100;
}

} // namespace xq::record
