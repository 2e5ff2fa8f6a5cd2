#include "record/date_range.hpp"

#include <xq/record/date.hpp>

#include <fmt/core.h>

#include <charconv>
#include <string>

namespace xq::record {

std::string to_text(const DateRange& days) {
  const auto day = [](std::int32_t date) {
    return fmt::format("{:04}.{:02}.{:02}", date / 10000, date / 100 % 100, date % 100);
  };
  if (!days.known()) {
    return {};
  }
  if (days.one_day()) {
    return day(days.first);
  }
  const bool month = days.first % 100 == 0 && days.last == days.first + 99;
  const bool year = days.first % 10000 == 0 && days.last == days.first + 9999;
  return year    ? fmt::format("{:04}.??.??", days.first / 10000)
         : month ? day(days.first).substr(0, 8) + "??"
                 : day(days.first) + '-' + day(days.last);
}

DateRange date_range(std::string_view header) {
  const std::string date = normalise_date(header); // yyyy.mm.dd with ??
  DateRange range;
  std::int32_t year = 0;
  if (date.size() != 10 ||
      std::from_chars(date.data(), date.data() + 4, year).ptr != date.data() + 4 || year == 0) {
    return range;
  }
  range = {year * 10000, year * 10000 + 9999};
  std::int32_t month = 0;
  if (std::from_chars(date.data() + 5, date.data() + 7, month).ptr != date.data() + 7) {
    return range;
  }
  range = {range.first + month * 100, range.first + month * 100 + 99};
  std::int32_t day = 0;
  if (std::from_chars(date.data() + 8, date.data() + 10, day).ptr == date.data() + 10) {
    range = {range.first + day, range.first + day};
  }
  return range;
}

} // namespace xq::record
