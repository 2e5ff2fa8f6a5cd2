// Any text as a date: the result is empty or yyyy.mm.dd, and reads back as itself.
#include <xq/record/game.hpp>

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto date = xq::record::normalise_date(text);
  const bool shaped = date.empty() || (date.size() == 10 && date[4] == '.' && date[7] == '.' &&
                                       date.find_first_not_of("0123456789?.") == std::string::npos);
  if (!shaped || xq::record::normalise_date(date) != date) {
    std::abort();
  }
  return 0;
}
