#include "service/router.hpp"

#include "base/files/input.hpp"
#include "base/nearest.hpp"
#include "base/text/text.hpp"
#include "sqlite/write_error.hpp"

#include <xq/base/translate.hpp>
#include <xq/sqlite/error.hpp>

#include <algorithm>
#include <new>

namespace xq::service {

namespace {

struct Target {
  std::string_view path;
  std::string_view query;
};

Target split(std::string_view target) noexcept {
  target = target.substr(0, target.find('#'));
  const auto mark = target.find('?');
  return {target.substr(0, mark),
          mark == std::string_view::npos ? std::string_view{} : target.substr(mark + 1)};
}

/// What stands for the `*` of `pattern`; nothing when the path does not fit. Without a `*`, empty.
std::optional<std::string_view> match(std::string_view pattern, std::string_view path) noexcept {
  const auto star = pattern.find('*');
  if (star == std::string_view::npos) {
    return pattern == path ? std::optional{std::string_view{}} : std::nullopt;
  }
  const auto before = pattern.substr(0, star);
  const auto behind = pattern.substr(star + 1);
  if (path.size() <= before.size() + behind.size() || !path.starts_with(before) ||
      !path.ends_with(behind)) {
    return std::nullopt;
  }
  return path.substr(before.size(), path.size() - before.size() - behind.size());
}

bool takes(std::string_view methods, std::string_view method) noexcept {
  const auto wanted = method == "HEAD" ? std::string_view{"GET"} : method;
  const auto at = methods.find(wanted);
  return !wanted.empty() && wanted.find(' ') == std::string_view::npos &&
         at != std::string_view::npos && (at == 0 || methods[at - 1] == ' ') &&
         (at + wanted.size() == methods.size() || methods[at + wanted.size()] == ' ');
}

Response not_allowed(const Request& request, std::string_view allowed) {
  std::string list;
  while (!allowed.empty()) {
    const auto method = allowed.substr(0, allowed.find(' '));
    allowed.remove_prefix(std::min(allowed.size(), method.size() + 1));
    list += fmt::format("{}{}", list.empty() ? "" : ", ", method == "GET" ? "GET, HEAD" : method);
  }
  auto response = error_response(405, localized("{} is not possible here. Use one of: {}.",
                                                excerpt(request.method, 20), list));
  response.allow = list;
  return response;
}

Response unavailable(std::string_view what) {
  auto response = error_response(503, what);
  response.retry_after = 2;
  return response;
}

/// Throws HttpError 400 for a parameter that does not exist.
void check_names(const Route& route, const Parameters& query) {
  if (route.parameters.empty()) {
    return;
  }
  for (const auto& [name, value] : query.all()) {
    if (name == "lang" || name.starts_with('_') ||
        std::ranges::find(route.parameters, name) != route.parameters.end()) {
      continue;
    }
    const auto meant = nearest(name, route.parameters);
    throw HttpError{400, meant.empty()
                             ? localized("There is no parameter {}= here. docs/api.md lists those "
                                         "that there are.",
                                         excerpt(name, 40))
                             : localized("There is no parameter {}= here. Did you mean {}=?",
                                         excerpt(name, 40), meant)};
  }
}

/// The answer for the exception that is under way. Paths are left out: clients must not learn them.
Response answer_of_exception() noexcept {
  try {
    throw;
  } catch (const HttpError& e) {
    return error_response(e.status(), e.what());
  } catch (const UsageError& e) {
    return error_response(400, e.what());
  } catch (const sqlite::BusyError&) {
    return unavailable(
        localized("The database is locked by another program. Ask again in a moment."));
  } catch (const sqlite::DbError& e) {
    if (sqlite::is_write_error(e.code())) {
      return unavailable(
          localized("The server cannot write: its disk is full, or refuses. Nothing was changed. "
                    "Keep what you have, and try again when there is space."));
    }
    return unavailable(
        localized("The database or the book cannot be read: it is damaged or it was moved. "
                  "Have it checked on the server with xq verify or xq book verify."));
  } catch (const FileError&) {
    return unavailable(
        localized("A file cannot be read or written on the server. Ask again in a moment."));
  } catch (const Interrupted&) {
    return unavailable(localized("The server is being stopped. Ask again when it runs."));
  } catch (const std::bad_alloc&) {
    return unavailable(localized("The server has no memory left for this. Ask again in a moment."));
  } catch (...) {
    return error_response(
        500, localized("Something went wrong in the server. Report the address that you "
                       "asked for to whoever runs it."));
  }
}

} // namespace

Response Router::dispatch(const Request& request) const {
  const auto [path, query] = split(request.target);
  std::string_view other_methods;
  for (const Route& route : m_routes) {
    const auto rest = match(route.path, path);
    if (rest && takes(route.methods, request.method)) {
      const Parameters parameters{query};
      check_names(route, parameters);
      const std::string decoded = percent_decoded(*rest, false);
      return route.handler({request, parameters, decoded});
    }
    if (rest) {
      other_methods = route.methods;
    }
  }
  if (!other_methods.empty()) {
    return not_allowed(request, other_methods);
  }
  return error_response(404, localized("There is nothing at {}. The addresses are described in "
                                       "docs/api.md; GET /about says what is served.",
                                       excerpt(path, 100)));
}

Response Router::answer(const Request& request) const noexcept {
  try {
    return dispatch(request);
  } catch (...) {
    return answer_of_exception();
  }
}

bool Router::is_dear(const Request& request) const noexcept {
  const auto path = split(request.target).path;
  const auto route = std::ranges::find_if(m_routes, [&](const Route& r) {
    return match(r.path, path) && takes(r.methods, request.method);
  });
  constexpr std::size_t short_body = std::size_t{64} << 10U; // some dozen games
  const bool is_short = request.method == "POST" && request.body.size() <= short_body &&
                        !is_archive(request.body); // which may grow a thousand times
  return route != m_routes.end() && route->dear && !is_short;
}

bool Router::is_slow(const Request& request) const noexcept {
  try {
    const auto [path, query] = split(request.target);
    for (const Route& route : m_routes) {
      if (match(route.path, path) && takes(route.methods, request.method)) {
        return route.slow && route.slow(query);
      }
    }
  } catch (...) { // of a predicate: say so, answer() will see what it is
    return true;
  }
  return false;
}

} // namespace xq::service
