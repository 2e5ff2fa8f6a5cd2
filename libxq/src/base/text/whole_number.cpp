#include "base/text/whole_number.hpp"

#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <charconv>
#include <system_error>

namespace xq {

std::int64_t parse_number(std::string_view text, std::int64_t least, std::int64_t most) {
  constexpr std::size_t shown = 60;
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest != end || number < least || number > most) {
    throw make_error<UsageError>("'{}' is not a whole number from {} to {}", excerpt(text, shown),
                                 least, most);
  }
  return number;
}

} // namespace xq
