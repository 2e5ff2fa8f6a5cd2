#pragma once

#include <string>
#include <string_view>

namespace xq::record {

/// A header's date in the form yyyy.mm.dd with ?? for what is not written (`1998.12.??`), or empty
/// when nothing in the text is a date. Never guesses beyond the text: a two-digit year of 1949 and
/// later reads as 19yy only when 50 <= yy <= 99; of a range the first day is taken.
/// Handles 1963年8月15日, 83-7-24, 2001。3。17, 20090620-13：00, full-width digits and Chinese digits.
[[nodiscard]] std::string normalise_date(std::string_view text);

} // namespace xq::record
