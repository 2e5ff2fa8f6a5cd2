// Headers that decide who is answered, each on a line: Host, Origin, Accept-Encoding,
// If-None-Match, and the target. What is let through is what the header's own rules say; what goes
// into answers and logs ends no line.
#include "base/text/text.hpp"
#include "serve/http/answer.hpp"
#include "serve/http/request_log.hpp"
#include "serve/http/rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace xq;

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; });
}

/// Each line of a head is a name, a colon and a value; nothing was slipped in.
void check_head(std::string_view head) {
  require(head.ends_with("\r\n\r\n"));
  head.remove_suffix(2);
  bool first = true;
  while (!head.empty()) {
    const auto end = head.find("\r\n");
    require(end != std::string_view::npos && end > 0);
    const auto line = head.substr(0, end);
    require(!has_control(line));
    require(first ? line.starts_with("HTTP/1.1 ") : line.find(": ") != std::string_view::npos);
    require(!line.starts_with("Set-Cookie"));
    first = false;
    head.remove_prefix(end + 2);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const serve::HostRule hosts{{"xq.example.org"}};
  static const serve::OriginRule origins{{"https://friend.example"}};
  std::string_view rest{reinterpret_cast<const char*>(data), size};
  std::array<std::string_view, 5> lines;
  for (auto& line : lines) {
    const auto end = std::min(rest.find('\n'), rest.size());
    line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const auto [host, origin, encodings, tags, target] = lines;

  serve::Exchange exchange;
  if (hosts.allows(host)) {
    require(host.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   ".-_:[]") == std::string_view::npos);
    exchange.host = host;
  }
  if (origins.allows(origin)) {
    require(origin.size() == std::string_view{"https://friend.example"}.size());
    exchange.allowed_origin = origin;
  }
  if (serve::is_same_origin(origin, host)) {
    require(origin.size() == host.size() + 7 || origin.size() == host.size() + 8);
  }
  exchange.gzip = serve::accepts_gzip(encodings);
  exchange.if_none_match = tags;

  service::Response response;
  response.body = std::make_shared<const std::string>(2000, 'x');
  response.etag = "\"tag\"";
  response.file_name = target;
  response.location = target;
  serve::Finisher finisher;
  const auto out = finisher.finish(exchange, response);
  check_head(out.head);
  require((out.status == 304) == serve::matches_etag(tags, response.etag));
  require((out.body == nullptr) == (out.status == 304));

  serve::LoggedRequest logged;
  logged.method = host;
  logged.target = target;
  for (const bool json : {false, true}) {
    const auto line = serve::log_line(logged, json);
    require(!has_control(line));
    require(find_invalid_utf8(line) == std::string_view::npos);
  }
  return 0;
}
