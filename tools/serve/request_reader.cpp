#include "serve/request_reader.hpp"

#include <boost/beast/http/error.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace xq::serve {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t request_size = 4096; ///< a request fits
constexpr std::size_t body_size = 65536;   ///< of a body that does not
constexpr std::size_t body_step = 4096;    ///< in which memory for bodies is counted

Refusal refusal_for(const error_code& error) {
  if (error == http::error::header_limit) {
    return {431, "The header is too long. Send fewer or shorter header fields."};
  }
  if (error == http::error::body_limit) {
    return {413, "The body is too long. Send less at once."};
  }
  if (error == http::error::bad_version) {
    return {400, "This is not HTTP/1.0 or HTTP/1.1. Ask with one of these."};
  }
  return {400, fmt::format("This is no sound HTTP request ({}). Send one.", error.message())};
}

} // namespace

boost::beast::flat_buffer::mutable_buffers_type RequestReader::room() {
  return m_buffer.prepare(m_header_seen ? body_size : request_size);
}

RequestReader::State RequestReader::read() {
  while (true) {
    if (!m_parser) { // some clients send an empty line behind a body (RFC 9112, 2.2)
      m_buffer.consume(std::min(bytes().find_first_not_of("\r\n"), m_buffer.size()));
    }
    if (m_buffer.size() == 0) {
      return m_parser ? State::incomplete : State::nothing;
    }
    if (!m_parser) {
      begin();
    }
    if (const auto state = parse()) {
      return *state;
    }
  }
}

/// Takes some of the bytes. Nothing: there are more of them to take.
std::optional<RequestReader::State> RequestReader::parse() {
  if (has_folded_line()) {
    return refuse({400, "A line of the header begins with a blank. Send each field in one line."});
  }
  error_code error;
  const auto used = m_parser->put(m_buffer.data(), error);
  m_buffer.consume(used);
  m_looked_at -= std::min(used, m_looked_at);
  if (m_header_seen && !has_room_for_body()) {
    return refuse({503, "The server receives too much at once. Send it again later."});
  }
  m_header_bytes += m_header_seen ? 0 : used;
  const auto limit = m_site.options.limits.header_bytes;
  if (m_header_bytes > limit) { // Beast's limit is for what one call sees
    return refuse_long_header();
  }
  if (m_parser->is_header_done() && !m_header_seen) {
    m_header_seen = true;
    if (const auto state = error ? std::nullopt : take_header()) {
      return state;
    }
  }
  if (error == http::error::need_more) {
    // Also: an endless line between chunks.
    return m_buffer.size() >= limit ? refuse_long_header() : State::incomplete;
  }
  if (error) {
    return error == http::error::header_limit ? refuse_long_header() : refuse(refusal_for(error));
  }
  return m_parser->is_done() ? std::optional{State::complete} : std::nullopt;
}

void RequestReader::begin() {
  const auto& limits = m_site.options.limits;
  m_parser.emplace();
  m_parser->header_limit(static_cast<std::uint32_t>(limits.header_bytes));
  m_parser->body_limit(limits.big_body_bytes);
  m_header_bytes = 0;
  m_looked_at = 0;
  m_line_begins = false;
  m_header_ended = false;
  m_foreign = false;
  m_exchange = {};
  m_exchange.origins_differ = m_site.origins.any();
}

void RequestReader::next() {
  m_parser.reset();
  m_header_seen = false;
  m_body = {};
  if (m_buffer.size() == 0 && m_buffer.capacity() > request_size) {
    m_buffer.shrink_to_fit();
  }
}

void RequestReader::drop() {
  std::string{}.swap(m_parser->get().body());
  m_body = {};
  m_buffer.clear();
  m_header_seen = false; // what still comes is no body
}

std::string_view RequestReader::field(http::field name) const {
  const auto& fields = m_parser->get();
  const auto found = fields.find(name);
  return found == fields.end() ? std::string_view{} : view(found->value());
}

std::string_view RequestReader::bytes() const {
  return {static_cast<const char*>(m_buffer.data().data()), m_buffer.size()};
}

/// A field that goes on in the next line (obs-fold), which others may read as two (RFC
/// 9112, 5.2).
bool RequestReader::has_folded_line() {
  const auto here = bytes();
  for (; !m_header_seen && !m_header_ended && m_looked_at < here.size(); ++m_looked_at) {
    const char c = here[m_looked_at];
    if (m_line_begins && (c == ' ' || c == '\t')) {
      return true;
    }
    if (c != '\r') {
      m_header_ended = m_line_begins && c == '\n';
      m_line_begins = c == '\n';
    }
  }
  return false;
}

/// What came of the body is counted as it comes: a length that is only declared holds nothing.
bool RequestReader::has_room_for_body() {
  const auto size = m_parser->get().body().size();
  return size <= m_body.bytes() ||
         m_body.take((size - m_body.bytes() + body_step - 1) / body_step * body_step);
}

/// Look at the header before the body is read.
std::optional<RequestReader::State> RequestReader::take_header() {
  for (const auto check : {&RequestReader::check_target, &RequestReader::check_host,
                           &RequestReader::check_origin, &RequestReader::check_body}) {
    if (auto refusal = (this->*check)()) {
      return refuse(std::move(*refusal));
    }
  }
  m_exchange.keep_alive = m_parser->keep_alive();
  m_exchange.is_head = m_parser->get().method() == http::verb::head;
  m_exchange.gzip = accepts_gzip(field(http::field::accept_encoding));
  m_exchange.if_none_match = field(http::field::if_none_match);
  const bool asks = is_in_body() && !field(http::field::expect).empty() && m_buffer.size() == 0;
  return asks ? std::optional{State::expects_continue} : std::nullopt;
}

std::optional<Refusal> RequestReader::check_target() {
  auto& request = m_parser->get();
  const auto method = request.method();
  if (method != http::verb::get && method != http::verb::head && method != http::verb::post &&
      method != http::verb::options) {
    return Refusal{405, "This method is not known here. Ask with GET, HEAD or POST."};
  }
  auto target = view(request.target());
  if (target.size() > m_site.options.limits.target_bytes) {
    return Refusal{414, fmt::format("The address is longer than {} bytes. Ask with POST, or for "
                                    "less.",
                                    m_site.options.limits.target_bytes)};
  }
  if (target.starts_with("http://") || target.starts_with("https://")) { // as to a proxy
    const auto host = target.find("://") + 3;
    const auto path = std::min(target.find_first_of("/?", host), target.size());
    m_exchange.host = target.substr(host, path - host);
    const std::string rest{target.substr(path)};
    request.target(rest.starts_with('/') ? rest : "/" + rest);
  } else if (!target.starts_with('/') && !(target == "*" && method == http::verb::options)) {
    return Refusal{400, "The address does not begin with a slash. Ask for a path."};
  }
  return std::nullopt;
}

std::optional<Refusal> RequestReader::check_host() {
  const auto& request = m_parser->get();
  const auto count = request.count(http::field::host);
  if (count > 1 || (count == 0 && request.version() >= 11)) {
    return Refusal{400, "A request has one Host header. Send one."};
  }
  if (m_exchange.host.empty()) {
    m_exchange.host = field(http::field::host);
  }
  if (count > 0 && !m_site.hosts.allows(m_exchange.host)) {
    m_exchange.host.clear();
    return Refusal{403, "The server does not answer to this name (header Host). Use its address, "
                        "or start it with --allow-host NAME."};
  }
  if (count == 0) {
    m_exchange.host.clear();
  }
  return std::nullopt;
}

/// Pages of other sites may make a browser ask us (CSRF): it says which page asks.
std::optional<Refusal> RequestReader::check_origin() {
  const auto origin = field(http::field::origin);
  const bool allowed = !origin.empty() && m_site.origins.allows(origin);
  if (allowed) {
    m_exchange.allowed_origin = origin;
    return std::nullopt;
  }
  const bool changes = m_parser->get().method() == http::verb::post ||
                       boost::beast::websocket::is_upgrade(m_parser->get()) ||
                       m_parser->get().method() == http::verb::options;
  const auto other = [this](std::string_view name, std::string_view value) {
    const auto& fields = m_parser->get();
    const auto found = fields.find(boost::beast::string_view{name.data(), name.size()});
    return found != fields.end() && view(found->value()) == value;
  };
  const bool own = origin.empty() ? !other("Sec-Fetch-Site", "cross-site")
                                  : is_same_origin(origin, m_exchange.host);
  m_foreign = !own || other("Sec-Fetch-Site", "same-site") || other("Sec-Fetch-Mode", "navigate");
  const bool opened_by_person = !changes && other("Sec-Fetch-Mode", "navigate");
  if (own || opened_by_person || (!changes && !origin.empty())) {
    return std::nullopt; // the last: the browser shows the answer to nobody
  }
  return Refusal{403, "A page of another site asks (header Origin). Start the server with "
                      "--allow-origin ORIGIN if it may."};
}

std::optional<Refusal> RequestReader::check_body() {
  const auto coding = field(http::field::transfer_encoding);
  if (!coding.empty() && !m_parser->chunked()) {
    return Refusal{400, "Transfer-Encoding can be chunked alone. Send the body plainly."};
  }
  if (m_parser->is_done()) {
    return std::nullopt;
  }
  const auto expect = field(http::field::expect);
  if (!expect.empty() && !boost::beast::iequals("100-continue", {expect.data(), expect.size()})) {
    return Refusal{417, "Only 100-continue can be expected. Leave Expect out."};
  }
  const auto target = view(m_parser->get().target());
  const auto path = target.substr(0, target.find('?'));
  const auto& files = m_site.options.takes_files;
  const bool big = std::ranges::find(files, path) != files.end();
  const auto limit = big ? m_site.options.limits.big_body_bytes : m_site.options.limits.body_bytes;
  const auto length = m_parser->content_length();
  if (length && *length > limit) {
    return Refusal{413, fmt::format("The body is longer than {} bytes. Send less at once.", limit)};
  }
  m_parser->body_limit(limit);
  m_body = m_site.admission.body_of(m_visitor);
  return std::nullopt;
}

RequestReader::State RequestReader::refuse(Refusal refusal) {
  m_refusal = std::move(refusal);
  return State::refused;
}

RequestReader::State RequestReader::refuse_long_header() {
  if (!m_header_seen && m_parser->get().target().empty() &&
      bytes().find('\n') == std::string_view::npos) {
    return refuse({414, "The address is too long. Ask for less."});
  }
  return refuse({431, "The header is too long. Send fewer or shorter header fields."});
}

} // namespace xq::serve
