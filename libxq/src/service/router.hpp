#pragma once

#include "jobs/answer/field.hpp"
#include "service/http.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

/// A request on its way to its handler.
struct Call {
  const Request& request;
  const Parameters& query;    ///< of the query string; a body is the handler's business
  std::string_view rest = {}; ///< what stood for `*` in the path, decoded
};

/// One row of the table of addresses. A handler may be called by many threads at once; it throws
/// HttpError for what the client did wrong, and anything else as it comes.
struct Route {
  std::string_view methods; ///< `GET`, which takes in HEAD, `POST`, or `GET POST`
  /// `/about`; with a `*` in it, which stands for one or more characters (`/game/*.pgn`,
  /// `/page/*`). The first row that fits counts.
  std::string_view path;
  std::function<Response(const Call&)> handler;
  /// Whether the answer may take longer than some milliseconds; none: never.
  std::function<bool(std::string_view query)> slow = {};
  /// Whether a slow answer may take seconds; that to a short body, unless packed, never does.
  bool dear = false;
  /// What may be asked, besides `lang`; a name that begins with `_` is passed over. Empty:
  /// anything.
  std::vector<std::string> parameters = {};
  /// What the answer has, an object of JSON; null: it is none, or one without a description.
  jobs::Parts fields = nullptr;
};

[[nodiscard]] inline bool always_slow(std::string_view /*query*/) { return true; }

/// Finds the handler of a request and makes an answer of everything that it throws. Immutable once
/// made.
class Router {
public:
  explicit Router(std::vector<Route> routes) : m_routes{std::move(routes)} {}

  /// See Service::answer().
  [[nodiscard]] Response answer(const Request& request) const noexcept;
  /// See Service::is_slow().
  [[nodiscard]] bool is_slow(const Request& request) const noexcept;
  /// See Service::is_dear().
  [[nodiscard]] bool is_dear(const Request& request) const noexcept;
  [[nodiscard]] std::span<const Route> routes() const noexcept { return m_routes; }

private:
  [[nodiscard]] Response dispatch(const Request& request) const;

  std::vector<Route> m_routes;
};

} // namespace xq::service
