#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace xq::record {

/// The days on which a game may have been played, as its Date header tells: yyyymmdd, both
/// included, 00 before the first and 99 after the last month or day. Without a year: all days.
struct DateRange {
  std::int32_t first = 0;
  std::int32_t last = 99999999;

  /// Whether anything is known.
  [[nodiscard]] bool known() const noexcept { return first != 0; }
  /// Whether it is one day.
  [[nodiscard]] bool one_day() const noexcept { return first == last; }
  /// Four digits; 0 when it is not known.
  [[nodiscard]] int year() const noexcept { return first / 10000; }
  /// Whether both games may have been played on one day.
  [[nodiscard]] bool meets(const DateRange& other) const noexcept {
    return first <= other.last && other.first <= last;
  }
  friend bool operator==(const DateRange&, const DateRange&) = default;
};

/// `1998.12.09`, `1998.12.??`, `1998.??.??`; the first and the last day of another range, `-`
/// between them; empty when nothing is known.
[[nodiscard]] std::string to_text(const DateRange& days);

/// The days of a number yyyymmdd in which 00 stands for what is not known, as databases and filters
/// have it; all days for 0.
[[nodiscard]] constexpr DateRange days_of(std::int64_t number) noexcept {
  if (number < 10000 || number > 99999999) {
    return {};
  }
  const auto date = static_cast<std::int32_t>(number);
  const std::int32_t year = date / 10000 * 10000;
  return date - year < 100 ? DateRange{year, year + 9999}
         : date % 100 == 0 ? DateRange{date, date + 99}
                           : DateRange{date, date};
}

/// Reads whatever normalise_date() reads.
[[nodiscard]] DateRange date_range(std::string_view header);

} // namespace xq::record
