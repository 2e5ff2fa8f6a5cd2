#include "record/date_range.hpp"

#include <xq/record/date.hpp>

#include <charconv>
#include <string>

namespace xq::record {

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
