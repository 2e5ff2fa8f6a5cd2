#include "serve/http/answer.hpp"

#include "base/text/compose.hpp"
#include "serve/http/rules.hpp"
#include "service/page/page.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <string_view>
#include <utility>

namespace xq::serve {
namespace {

constexpr int gzip_level = 4;               ///< see docs/serve.md: figures
constexpr std::size_t least_to_pack = 1024; ///< less fits into one packet anyway
constexpr std::size_t most_packed_bytes = 8U << 20U;
constexpr std::size_t most_packed = 512;

bool can_be_packed(std::string_view type) {
  return type.starts_with("text/") || type.starts_with("application/json") ||
         type.starts_with("application/javascript") || type.starts_with("application/xml") ||
         type.starts_with("image/svg+xml") || type == "application/wasm";
}

/// RFC 6266 and RFC 8187: a name in ASCII, and the true one.
std::string disposition(std::string_view name) {
  std::string plain;
  std::string encoded;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool safe = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                      c == '-' || c == '.' || c == '_';
    plain += safe || c == ' ' ? c : '_';
    safe ? encoded.push_back(c) : void(append_format(encoded, "%{:02X}", byte));
  }
  return fmt::format("attachment; filename=\"{}\"; filename*=UTF-8''{}", plain, encoded);
}

/// A header's value that comes from a program's data: nothing in it ends the line.
std::string one_line(std::string_view value) {
  std::string out{value};
  std::erase_if(out, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; });
  return out;
}

/// What a page of ours may do: load scripts, styles and pictures from here, ask here, and nothing
/// else; nobody shows it in a frame. Older browsers do not count WebSockets as 'self'. With the
/// engine for browsers also WebAssembly, and memory that its threads share.
void append_policy(std::string& head, const std::string& host) {
  static const bool engine = !service::embedded_engine().empty();
  if (engine) {
    head += "Cross-Origin-Opener-Policy: same-origin\r\n"
            "Cross-Origin-Embedder-Policy: require-corp\r\n";
  }
  append_format(head,
                "Content-Security-Policy: default-src 'none'; script-src 'self'{}; style-src "
                "'self'; img-src 'self' data:; connect-src 'self'",
                engine ? " 'wasm-unsafe-eval'" : "");
  if (!host.empty()) {
    append_format(head, " ws://{0} wss://{0}", host);
  }
  head += "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
          "X-Content-Type-Options: nosniff\r\n"
          "Referrer-Policy: no-referrer\r\n"
          "Cross-Origin-Resource-Policy: same-origin\r\n";
}

void append_cors(std::string& head, const Exchange& exchange) {
  if (exchange.allowed_origin.empty()) {
    return;
  }
  append_format(head, "Access-Control-Allow-Origin: {}\r\n", exchange.allowed_origin);
  if (exchange.is_preflight) {
    head += "Access-Control-Allow-Methods: GET, HEAD, POST\r\n"
            "Access-Control-Allow-Headers: Content-Type, If-None-Match\r\n"
            "Access-Control-Max-Age: 600\r\n";
  }
}

constexpr std::array<std::pair<int, const char*>, 27> phrases{
    {{200, "OK"},
     {201, "Created"},
     {202, "Accepted"},
     {204, "No Content"},
     {301, "Moved Permanently"},
     {302, "Found"},
     {303, "See Other"},
     {304, "Not Modified"},
     {307, "Temporary Redirect"},
     {308, "Permanent Redirect"},
     {400, "Bad Request"},
     {403, "Forbidden"},
     {404, "Not Found"},
     {405, "Method Not Allowed"},
     {406, "Not Acceptable"},
     {408, "Request Timeout"},
     {409, "Conflict"},
     {413, "Content Too Large"},
     {414, "URI Too Long"},
     {415, "Unsupported Media Type"},
     {417, "Expectation Failed"},
     {422, "Unprocessable Content"},
     {426, "Upgrade Required"},
     {429, "Too Many Requests"},
     {431, "Request Header Fields Too Large"},
     {500, "Internal Server Error"},
     {503, "Service Unavailable"}}};

} // namespace

const char* reason_phrase(int status) noexcept {
  const auto* const found = std::ranges::find(phrases, status, &std::pair<int, const char*>::first);
  return found == phrases.end() ? "Status" : found->second;
}

Finisher::Finisher() : m_gzip{gzip_level} {}

Outgoing Finisher::finish(const Exchange& exchange, service::Response response) {
  Outgoing out;
  out.keep_alive = exchange.keep_alive;
  const bool unchanged =
      response.status == 200 && matches_etag(exchange.if_none_match, response.etag);
  out.status = unchanged ? 304 : response.status;
  const bool empty = out.status == 204 || out.status == 304;
  const bool packable = response.body != nullptr && response.body->size() >= least_to_pack &&
                        can_be_packed(response.content_type);
  const bool packed = packable && exchange.gzip;
  out.body = empty ? nullptr : packed ? pack(response) : std::move(response.body);

  auto& head = out.head;
  head.reserve(1024);
  append_format(head, "HTTP/1.1 {} {}\r\nDate: {}\r\n", out.status, reason_phrase(out.status),
                date());
  if (!empty) {
    append_format(head, "Content-Type: {}\r\nContent-Length: {}\r\n",
                  one_line(response.content_type), out.body_size());
  }
  if (packed && !empty) {
    head += "Content-Encoding: gzip\r\n";
  }
  if (response.etag.empty()) {
    head += "Cache-Control: no-store\r\n";
  } else { // a packed form is another entity
    append_format(head, "ETag: {}\r\nCache-Control: no-cache\r\n",
                  one_line(packed ? packed_etag(response.etag) : response.etag));
  }
  append_format(head, "Vary: Accept, Accept-Encoding{}\r\n",
                exchange.origins_differ ? ", Origin" : "");
  if (!response.location.empty()) {
    append_format(head, "Location: {}\r\n", one_line(response.location));
  }
  if (!response.file_name.empty()) {
    append_format(head, "Content-Disposition: {}\r\n", disposition(response.file_name));
  }
  if (response.retry_after > 0) {
    append_format(head, "Retry-After: {}\r\n", response.retry_after);
  }
  if (out.status == 405 || exchange.is_preflight) {
    append_format(head, "Allow: {}OPTIONS\r\n",
                  response.allow.empty() ? "GET, HEAD, POST, " : response.allow + ", ");
  }
  append_cors(head, exchange);
  append_policy(head, exchange.host);
  head += exchange.keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  if (exchange.is_head) {
    out.body = nullptr;
  }
  return out;
}

std::shared_ptr<const std::string> Finisher::pack(const service::Response& response) {
  const auto make = [&] {
    return std::make_shared<const std::string>(m_gzip.pack(*response.body));
  };
  if (response.etag.empty()) {
    return make(); // will not be asked for again
  }
  auto& entry = m_packed[response.body.get()];
  if (entry.original.lock() != response.body) {
    if (m_packed_bytes > most_packed_bytes || m_packed.size() > most_packed) {
      m_packed.clear();
      m_packed_bytes = 0;
      return pack(response);
    }
    entry = {response.body, make()};
    m_packed_bytes += entry.packed->size();
  }
  return entry.packed;
}

const std::string& Finisher::date() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  if (now != m_time) {
    m_time = now;
    m_date = fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(now));
  }
  return m_date;
}

} // namespace xq::serve
