#include "record/date_range.hpp"

#include <xq/record/game.hpp>

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
  if (header.empty() || header == "????.??.??") {
    return {};
  }
  const std::string date = normalise_date(header); // yyyy.mm.dd with ??
  const auto part = [&](std::size_t at, std::size_t size) {
    std::int32_t value = 0; // of ??
    std::from_chars(date.data() + at, date.data() + at + size, value);
    return value;
  };
  if (date.size() != 10 || part(0, 4) == 0) {
    return {};
  }
  return days_of(part(0, 4) * 10000 + part(5, 2) * 100 + part(8, 2));
}

} // namespace xq::record
