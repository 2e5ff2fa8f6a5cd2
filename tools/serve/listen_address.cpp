#include "serve/listen_address.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace xq::serve {
namespace {

[[noreturn]] void refuse(const std::string& text) {
  throw make_error<UsageError>(
      "'{}' is no address to listen at; wanted is for example 127.0.0.1:8140, [::1]:8140 or 8140",
      excerpt(text, 60));
}

std::uint16_t read_port(std::string_view digits, const std::string& text) {
  std::uint16_t port = 0;
  const auto* const end = digits.data() + digits.size();
  const auto [at, error] = std::from_chars(digits.data(), end, port);
  if (!is_number(digits) || error != std::errc{} || at != end) {
    refuse(text);
  }
  return port;
}

} // namespace

ListenAddress read_listen_address(const std::string& text) {
  ListenAddress address{.host = "127.0.0.1"};
  const std::string_view all = text;
  if (is_number(all)) {
    address.port = read_port(all, text);
    return address;
  }
  const bool brackets = all.starts_with('[');
  const auto host_end = brackets ? all.find(']') : std::min(all.find(':'), all.size());
  if (host_end == std::string_view::npos) {
    refuse(text);
  }
  const std::size_t begin = brackets ? 1 : 0;
  address.host = all.substr(begin, host_end - begin);
  const auto rest = all.substr(host_end + begin);
  if (!rest.empty()) {
    if (!rest.starts_with(':')) {
      refuse(text);
    }
    address.port = read_port(rest.substr(1), text);
  }
  if (address.host.empty() || address.host.find_first_of(" /[]@") != std::string::npos) {
    refuse(text);
  }
  return address;
}

std::string to_text(const ListenAddress& address) {
  const bool is_v6 = address.host.find(':') != std::string::npos;
  return is_v6 ? fmt::format("[{}]:{}", address.host, address.port)
               : fmt::format("{}:{}", address.host, address.port);
}

} // namespace xq::serve
