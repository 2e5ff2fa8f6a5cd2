#pragma once

#include <xq/base/error.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::service {

/// A request as a client sent it, freed from the connection that it came by. The port (tools/serve)
/// has checked its sizes, its Host and that it is HTTP at all; everything else is as sent.
struct Request {
  std::string method;          ///< `GET`, `HEAD`, `POST`, `OPTIONS` ...
  std::string target;          ///< path and query, percent-encoded, beginning with `/`
  std::string content_type;    ///< of the body
  std::string accept;          ///< empty: anything
  std::string accept_language; ///< empty: that of the server
  std::string body;
  /// Whose requests are counted together where something is limited: an address, or a network of
  /// IPv6. Empty: not limited.
  std::string client;
  /// Who asks, for turns among those who wait: as `client`, but never empty.
  std::string visitor;
  /// A browser sends it for a page of another site, or because a link or an address was opened:
  /// nothing may be written for it.
  bool foreign = false;
};

/// An answer. HEAD, If-None-Match, gzip, Content-Length and the headers that are on every answer
/// (security, CORS) are the port's business.
struct Response {
  int status = 200;
  std::string content_type = "application/json";
  /// Shared, so that a cache and many connections hold one copy. Never null.
  std::shared_ptr<const std::string> body;
  std::string etag;         ///< with its quotes; empty: the answer must not be kept by anybody
  std::string location;     ///< of a redirection
  std::string allow;        ///< methods, with 405: "GET, HEAD"
  std::string file_name;    ///< for Content-Disposition, UTF-8; empty: shown in place
  unsigned retry_after = 0; ///< seconds, with 429 and 503
};

/// `{"error": "what. What to do."}` with a status; thrown by handlers, turned into a Response in
/// one place. The text is in the language that the client wants (localized()).
class HttpError : public Error {
public:
  HttpError(int status, const std::string& what) : Error{what}, m_status{status} {}
  [[nodiscard]] int status() const noexcept { return m_status; }

private:
  int m_status;
};

[[nodiscard]] Response json_response(std::string body, std::string etag = {});
[[nodiscard]] Response error_response(int status, std::string_view what);

/// `text` with each %XX replaced by its byte, and `+` by a blank where that is asked for. Throws
/// HttpError 400 for a `%` without two hexadecimal digits, for what is not UTF-8 then, for a NUL.
[[nodiscard]] std::string percent_decoded(std::string_view text, bool plus_is_blank);

/// The names and values of a query string or of a form, decoded (`%41`, `+`).
class Parameters {
public:
  Parameters() = default;
  /// `a=1&b=%E7%82%AE`. Throws HttpError 400 for a `%` without two hexadecimal digits, for bytes
  /// that are not UTF-8 and for a NUL elsewhere than at the end of the whole text.
  explicit Parameters(std::string_view text);

  /// The first value of that name; nothing when there is none.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const noexcept;
  [[nodiscard]] std::string_view get(std::string_view name,
                                     std::string_view otherwise = {}) const noexcept;
  /// A whole number from `low` to `high`. Throws HttpError 400, naming it and the bounds.
  [[nodiscard]] std::int64_t number(std::string_view name, std::int64_t otherwise, std::int64_t low,
                                    std::int64_t high) const;
  /// `1`, `true`, `yes`, `on`, or the name alone.
  [[nodiscard]] bool flag(std::string_view name, bool otherwise = false) const;
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& all() const noexcept {
    return m_all;
  }

private:
  std::vector<std::pair<std::string, std::string>> m_all;
};

} // namespace xq::service
