#include "service/service.hpp"

#include "base/text/json_writer.hpp"
#include "service/cloud/cloud_book.hpp"
#include "service/data/library.hpp"
#include "service/explorer/explorer.hpp"
#include "service/explorer/position.hpp"
#include "service/games/convert.hpp"
#include "service/games/game_pages.hpp"
#include "service/games/search.hpp"
#include "service/page/page.hpp"
#include "service/router.hpp"

namespace xq::service {

struct Service::State {
  explicit State(const ServiceOptions& wanted)
      : options{wanted},
        library{wanted.databases, wanted.books},
        cache{wanted.cache_megabytes << 20U},
        explorer{library, cache},
        cloud{library, cache, wanted.queue},
        router{routes()} {}

  /// The table of addresses: a row for each, put in by the part that answers it.
  [[nodiscard]] std::vector<Route> routes();
  [[nodiscard]] Response about() const;

  ServiceOptions options;
  Library library;
  AnswerCache cache;
  Explorer explorer;
  CloudBook cloud;
  Router router; ///< after all parts that it calls
};

std::vector<Route> Service::State::routes() {
  return {
      {"GET", "/", answer_asset},
      {"GET", "/page/*", answer_asset},
      {"GET", "/about", [this](const Call&) { return about(); }},
      {"GET", "/position", answer_position},
      {"GET", "/explorer", [this](const Call& call) { return explorer.answer(call); },
       [this](std::string_view query) { return explorer.is_slow(query); }},
      {"GET", "/game/*", [this](const Call& call) { return answer_game(library, call); }},
      {"GET", "/search", [this](const Call& call) { return answer_search(library, cache, call); },
       always_slow},
      {"GET", "/stats", [this](const Call& call) { return answer_stats(library, cache, call); },
       always_slow},
      {"POST", "/read", answer_read, always_slow},
      {"POST", "/write", answer_write, always_slow},
      {"GET POST", "/chessdb.php", [this](const Call& call) { return cloud.answer(call); }},
  };
}

Response Service::State::about() const {
  std::string body;
  JsonWriter json{body};
  json.begin_object().member("version", std::string_view{options.version});
  json.key("databases").begin_array();
  for (const auto& served : library.databases()) {
    const auto file = served->now();
    const auto& table = file->table();
    const auto [from, until] = table.years();
    json.begin_object()
        .member("name", std::string_view{file->name()})
        .member("games", table.size())
        .member("from", std::string_view{from})
        .member("until", std::string_view{until})
        .end_object();
  }
  json.end_array().key("books").begin_array();
  for (const auto& served : library.books()) {
    const auto file = served->now();
    json.begin_object()
        .member("name", std::string_view{file->name()})
        .member("games", file->info().games)
        .member("positions", file->info().positions)
        .member("max_ply", file->info().max_ply)
        .end_object();
  }
  json.end_array().member("analyses", options.analyses).member("play", false).member("levels", 0);
  json.end_object();
  return json_response(std::move(body));
}

Service::Service(const ServiceOptions& options) : m_state{std::make_unique<State>(options)} {}
Service::~Service() = default;

bool Service::is_slow(const Request& request) const noexcept {
  return m_state->router.is_slow(request);
}

Response Service::answer(const Request& request) { return m_state->router.answer(request); }

Service::Opened Service::open(const Request& /*request*/, Outlet /*outlet*/) {
  return {nullptr, error_response(404, "There is no conversation at this address. Use /analysis "
                                       "or the link of a game.")};
}

std::chrono::steady_clock::time_point Service::next_tick() const noexcept {
  return std::chrono::steady_clock::time_point::max();
}

void Service::tick(std::chrono::steady_clock::time_point /*now*/) {}

void Service::shut_down() {}

} // namespace xq::service
