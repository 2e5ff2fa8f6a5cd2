#include "uci/words.hpp"

#include <charconv>

namespace xq::uci {

std::optional<std::uint64_t> parse_number(std::string_view word) {
  if (word.starts_with('-')) { // some GUIs send negative clocks
    const auto positive = parse_number(word.substr(1));
    return positive ? std::optional<std::uint64_t>{0} : std::nullopt;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::result_out_of_range) {
    return UINT64_MAX;
  }
  if (error != std::errc{} || end != word.data() + word.size()) {
    return std::nullopt;
  }
  return value;
}

} // namespace xq::uci
