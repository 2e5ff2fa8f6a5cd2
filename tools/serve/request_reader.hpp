#pragma once

#include "serve/loop.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace xq::serve {

[[nodiscard]] inline std::string_view view(boost::beast::string_view text) noexcept {
  return {text.data(), text.size()};
}

/// Why a request is refused before the handler sees it.
struct Refusal {
  int status = 0;
  std::string what;
};

/// Makes requests of the bytes of a connection, one after the other, and refuses those that are no
/// sound HTTP, hold too much, or come from a page that may not ask.
class RequestReader {
public:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;
  enum class State {
    nothing,          ///< no byte of a request is here
    incomplete,       ///< a part is
    expects_continue, ///< the header is here; the client waits for `100 Continue` before the body
    complete,         ///< see request()
    refused           ///< see refusal(); nothing more can be read
  };

  /// `visitor`: who has the memory for bodies, see Admission.
  RequestReader(Site& site, std::string visitor) : m_site{site}, m_visitor{std::move(visitor)} {}

  /// Room for bytes that come next; commit() says how many came.
  [[nodiscard]] boost::beast::flat_buffer::mutable_buffers_type room();
  void commit(std::size_t bytes) { m_buffer.commit(bytes); }
  /// Goes on with what came.
  [[nodiscard]] State read();
  /// The next request begins: the present one is forgotten.
  void next();
  /// Forgets the body, and what came behind the request.
  void drop();

  /// The present request, while there is one.
  [[nodiscard]] Request& request() { return m_parser->get(); }
  [[nodiscard]] const Request& request() const { return m_parser->get(); }
  [[nodiscard]] std::string_view field(boost::beast::http::field name) const;
  [[nodiscard]] Exchange& exchange() noexcept { return m_exchange; }
  [[nodiscard]] const Refusal& refusal() const noexcept { return m_refusal; }
  /// A page of another site asks, see service::Request.
  [[nodiscard]] bool is_foreign() const noexcept { return m_foreign; }
  /// The header is here, the body is not.
  [[nodiscard]] bool is_in_body() const { return m_header_seen && !m_parser->is_done(); }
  /// Bytes came behind the request.
  [[nodiscard]] bool has_more() const noexcept { return m_buffer.size() > 0; }

private:
  std::optional<State> parse();
  void begin();
  [[nodiscard]] std::string_view bytes() const;
  [[nodiscard]] bool has_folded_line();
  [[nodiscard]] bool has_room_for_body();
  std::optional<State> take_header();
  std::optional<Refusal> check_target();
  std::optional<Refusal> check_host();
  std::optional<Refusal> check_origin();
  std::optional<Refusal> check_body();
  State refuse(Refusal refusal);
  State refuse_long_header();

  Site& m_site;
  const std::string m_visitor;
  boost::beast::flat_buffer m_buffer;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> m_parser;
  Admission::Memory m_body; ///< for what came of the body
  Exchange m_exchange;
  Refusal m_refusal;
  bool m_header_seen = false;
  bool m_foreign = false;
  std::size_t m_header_bytes = 0; ///< used of the present header
  std::size_t m_looked_at = 0;    ///< of m_buffer by has_folded_line()
  bool m_line_begins = false;     ///< there
  bool m_header_ended = false;    ///< there
};

} // namespace xq::serve
