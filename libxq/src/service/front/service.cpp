#include "service/service.hpp"

#include "jobs/answer/write.hpp"
#include "jobs/reports/report_tables.hpp"
#include "jobs/search/position_question.hpp"
#include "service/analysis/analysis_desk.hpp"
#include "service/analysis/search_queue.hpp"
#include "service/annotation/annotation_desk.hpp"
#include "service/cloud/cloud_book.hpp"
#include "service/data/library.hpp"
#include "service/explorer/explorer.hpp"
#include "service/explorer/position_answers.hpp"
#include "service/front/metrics.hpp"
#include "service/front/openapi.hpp"
#include "service/games/answers.hpp"
#include "service/games/asked_games.hpp"
#include "service/page/page.hpp"
#include "service/play/play_rooms.hpp"
#include "service/puzzles/puzzle_desk.hpp"
#include "service/router.hpp"
#include "service/studies/study_desk.hpp"

#include <xq/base/translate.hpp>
#include <xq/engine/settings.hpp>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <string>
#include <thread>
#include <utility>

namespace xq::service {

namespace {

using jobs::FieldOf;
using jobs::get;
using jobs::Kind;
using jobs::parts;
using jobs::Value;

PlayOptions play_options(const ServiceOptions& options) {
  PlayOptions out;
  out.keep_games = options.keep_games;
  out.spare_folder = options.spare_folder;
  out.tell = options.tell;
  out.lobby = options.lobby;
  return out;
}

/// Names of parameters.
struct Names {
  Names(std::initializer_list<const char*> names) : list(names.begin(), names.end()) {}
  friend Names operator+(Names a, const Names& b) {
    a.list.insert(a.list.end(), b.list.begin(), b.list.end());
    return a;
  }
  std::vector<std::string> list;
};

/// Names of lichess's explorer that mean nothing here may be given, too.
Names explorer_names() {
  return {"moves",   "topGames", "recentGames", "since",   "until",   "player",  "color",
          "book",    "db",       "source",      "variant", "speeds",  "ratings", "modes",
          "history", "event",    "result",      "rating",  "repeats", "together"};
}

/// What says which games a question is about.
Names asked_game_names() {
  Names names{"db", "fen", "play", "dialect", "script", "no-names", "duplicates"};
  for (const auto& filter : served_filters()) {
    names.list.emplace_back(filter.name);
  }
  for (const auto& position : jobs::position_texts()) {
    names.list.emplace_back(position.name);
  }
  return names;
}

struct Health {
  std::string_view version;
  bool ready; ///< else the first answers take longer
};
constexpr auto health_fields = std::to_array<FieldOf<Health>>(
    {{"status", Kind::word, [](const Health& /*health*/) -> Value { return "ok"; }},
     {"version", Kind::text, get<&Health::version>},
     {"ready", Kind::flag, get<&Health::ready>}});

struct ServedGames {
  std::string name;
  GameFile::Summary summary;
};
constexpr auto database_fields = std::to_array<FieldOf<ServedGames>>(
    {{"name", Kind::text, get<&ServedGames::name>},
     {"games", Kind::count, get<&ServedGames::summary, &GameFile::Summary::games>},
     {"from", Kind::date, get<&ServedGames::summary, &GameFile::Summary::from>},
     {"until", Kind::date, get<&ServedGames::summary, &GameFile::Summary::until>}});

struct ServedBook {
  std::string name;
  book::BookInfo info;
};
constexpr auto book_fields = std::to_array<FieldOf<ServedBook>>(
    {{"name", Kind::text, get<&ServedBook::name>},
     {"games", Kind::count, get<&ServedBook::info, &book::BookInfo::games>},
     {"positions", Kind::count, get<&ServedBook::info, &book::BookInfo::positions>},
     {"max_ply", Kind::count, get<&ServedBook::info, &book::BookInfo::max_ply>}});

/// What is served.
struct Offer {
  const ServiceOptions& options;
  const Library& library;
  std::size_t puzzles;
};

Value databases(const Offer& offer) {
  std::vector<ServedGames> rows;
  for (const auto& served : offer.library.databases()) {
    const auto file = served->now();
    rows.push_back({file->name(), file->summary()});
  }
  return rows_of(database_fields, rows);
}

Value books(const Offer& offer) {
  std::vector<ServedBook> rows;
  for (const auto& served : offer.library.books()) {
    const auto file = served->now();
    rows.push_back({file->name(), file->info()});
  }
  return rows_of(book_fields, rows);
}

constexpr auto offer_fields = std::to_array<FieldOf<Offer>>(
    {{"version", Kind::text, [](const Offer& o) -> Value { return o.options.version; }},
     {"databases", Kind::objects, databases, parts<database_fields>},
     {"books", Kind::objects, books, parts<book_fields>},
     {"analyses", Kind::count, [](const Offer& o) -> Value { return o.options.analyses; }},
     {"studies", Kind::flag,
      [](const Offer& o) -> Value { return !o.options.keep_studies.empty(); }},
     {"play", Kind::flag, [](const Offer& /*offer*/) -> Value { return true; }},
     {"lobby", Kind::flag, [](const Offer& o) -> Value { return o.options.lobby; }},
     {"levels", Kind::count, [](const Offer& /*offer*/) -> Value { return engine::play_levels; }},
     {"puzzles", Kind::count, get<&Offer::puzzles>}});

/// A conversation in the language that its client asked for, counted while it lasts.
class SpokenConversation final : public Conversation {
public:
  SpokenConversation(std::unique_ptr<Conversation> conversation, const Language* language,
                     std::shared_ptr<Metrics> metrics)
      : m_conversation{std::move(conversation)},
        m_language{language},
        m_metrics{std::move(metrics)} {
    m_metrics->conversation(1);
  }
  SpokenConversation(const SpokenConversation&) = delete;
  SpokenConversation& operator=(const SpokenConversation&) = delete;
  ~SpokenConversation() override { m_metrics->conversation(-1); }

  void receive(std::string_view message) override {
    const LanguageScope scope{m_language};
    m_conversation->receive(message);
  }

private:
  std::unique_ptr<Conversation> m_conversation;
  const Language* m_language;
  std::shared_ptr<Metrics> m_metrics;
};

/// What may be crawled: the page itself. The questions behind it cost time and are without end.
constexpr std::string_view robots = "User-agent: *\nAllow: /$\nAllow: /page/\nDisallow: /\n";

Response response_of_type(std::string body, std::string_view type) {
  Response response = json_response(std::move(body));
  response.content_type = type;
  return response;
}

} // namespace

constexpr unsigned most_games_judged = 8; ///< at once: a thread each, which mostly waits

struct Service::State {
  explicit State(const ServiceOptions& wanted)
      : options{wanted},
        languages{wanted.languages},
        library{wanted.databases, wanted.books},
        cache{wanted.cache_megabytes << 20U},
        explorer{library, cache},
        cloud{library, cache, wanted.queue,
              wanted.result_scores ? Unjudged::score_of_results : Unjudged::no_score},
        engines{std::make_shared<SearchQueue>(SearchQueue::Options{
            .engines = wanted.analyses, .hash_megabytes = wanted.hash_megabytes})},
        analyses{engines},
        annotations{{.version = wanted.version,
                     .languages = &languages,
                     .limits = {.games_at_once = std::min(wanted.analyses, most_games_judged)}},
                    engines},
        studies{wanted.keep_studies},
        puzzles{wanted.puzzles},
        rooms{play_options(wanted), engines},
        router{routes()} {}

  /// The table of addresses: a row for each, put in by the part that answers it.
  [[nodiscard]] std::vector<Route> routes();
  [[nodiscard]] Response about() const;
  [[nodiscard]] Response health() const;
  [[nodiscard]] Response measured();
  void warm() const noexcept;

  [[nodiscard]] Opened open(const Request& request, Outlet outlet);

  ServiceOptions options;
  Languages languages;
  std::shared_ptr<Metrics> metrics = std::make_shared<Metrics>();
  Library library;
  AnswerCache cache;
  Explorer explorer;
  CloudBook cloud;
  std::shared_ptr<SearchQueue> engines;
  AnalysisDesk analyses;
  AnnotationDesk annotations;
  StudyDesk studies;
  PuzzleDesk puzzles;
  PlayRooms rooms;
  FrontPage front;
  Router router; ///< after all parts that it calls
  /// So that the first who asks need not wait for the table of a large database, nor for what the
  /// page asks first: of 2,000,000 games it takes a second to count.
  std::jthread warming{[this] { warm(); }};
};

std::vector<Route> Service::State::routes() {
  constexpr bool dear = true;
  const auto never = std::function<bool(std::string_view)>{};
  const std::vector<std::string> none{"lang"};
  const Names place{"fen", "play", "dialect", "script"};
  const Names games = asked_game_names();
  const Names report = games + Names{"name", "common", "max-ply"};
  std::vector<Route> all{
      {"GET", "/", [this](const Call&) { return front.answer(router); }},
      {"GET", "/page/*", answer_asset},
      {"GET", "/favicon.ico",
       [](const Call& call) {
         return answer_asset({call.request, call.query, "icon.svg"});
       }},
      {"GET", "/robots.txt",
       [](const Call&) {
         return response_of_type(std::string{robots}, "text/plain; charset=utf-8");
       }},
      {"GET",
       "/healthz",
       [this](const Call&) { return health(); },
       never,
       false,
       {},
       parts<health_fields>},
      {"GET", "/metrics", [this](const Call&) { return measured(); }},
      {"GET", "/about", [this](const Call&) { return about(); },
       [this](std::string_view) { return !library.is_warm(); }, false, none, parts<offer_fields>},
      {"GET", "/openapi.json",
       [this](const Call&) { return json_response(openapi(router.routes(), options.version)); },
       never, false, none},
      {"GET", "/position", answer_position, never, false, place.list, position_fields},
      {"GET", "/adjudicate", answer_verdict, always_slow, dear, (place + Names{"rules"}).list,
       verdict_answer_fields},
      {"GET", "/explorer", [this](const Call& call) { return explorer.answer(call); },
       [this](std::string_view query) { return explorer.is_slow(query); }, false,
       (place + explorer_names()).list, explorer_fields},
      {"GET",
       "/game/*",
       [this](const Call& call) { return answer_game(library, call); },
       always_slow,
       false,
       {"db", "dialect", "script"},
       stored_game_fields}, // it may wait for a program that writes
      {"GET", "/filters", answer_filters, never, false, none, filter_fields},
      {"GET", "/search", [this](const Call& call) { return answer_search(library, cache, call); },
       always_slow, dear, (games + Names{"sort", "limit", "after", "columns"}).list, search_fields},
      {"GET", "/stats", [this](const Call& call) { return answer_stats(library, cache, call); },
       always_slow, dear, (games + Names{"limit"}).list, statistics_fields},
      {"GET", "/report/player",
       [this](const Call& call) { return answer_player_report(library, cache, call); }, always_slow,
       dear, report.list, reports::player_report_fields},
      {"GET", "/report/opponent",
       [this](const Call& call) { return answer_opponent_report(library, cache, call); },
       always_slow, dear, (report + Names{"other"}).list, reports::player_report_fields},
      {"GET", "/report/event",
       [this](const Call& call) { return answer_event_report(library, cache, call); }, always_slow,
       dear, (games + Names{"name", "points", "ranking"}).list, reports::event_report_fields},
      {"GET",
       "/puzzles",
       [this](const Call& call) { return puzzles.list(call); },
       never,
       false,
       {"theme", "side", "min-difficulty", "max-difficulty", "after", "limit"},
       puzzle_list_fields},
      {"GET",
       "/puzzle/*",
       [this](const Call& call) { return puzzles.puzzle(call); },
       always_slow,
       dear,
       {"play", "show", "dialect", "script"},
       served_puzzle_fields},
      {"POST", "/read", answer_read, always_slow, dear, {"dialect", "script"}, read_fields},
      {"POST", "/write", answer_write, always_slow, false, {"to", "dialect", "script"}},
      {"GET POST", "/chessdb.php", [this](const Call& call) { return cloud.answer(call); }},
      {"POST",
       "/annotate",
       [this](const Call& call) { return annotations.create(call); },
       always_slow,
       false,
       {"quality", "notation", "dialect", "script"},
       annotation_progress_fields},
      {"POST", "/annotate/*/cancel", [this](const Call& call) { return annotations.cancel(call); },
       never, false, none, annotation_progress_fields},
      {"GET", "/annotate/*", [this](const Call& call) { return annotations.progress(call); }, never,
       false, none, annotation_progress_fields},
      {"POST", "/play", [this](const Call& call) { return rooms.create(call.request); }, never,
       false, none, PlayRooms::game_description},
      {"GET", "/lobby", [this](const Call&) { return rooms.lobby(); }, never, false, none,
       PlayRooms::lobby_description},
      {"POST", "/lobby/*",
       [this](const Call& call) { return rooms.accept(call.rest, call.request); }, never, false,
       none, PlayRooms::seat_description},
      {"GET", "/play/*.pgn", [this](const Call& call) { return rooms.pgn(call.rest); }, never,
       false, none},
  };
  std::ranges::move(studies.routes(), std::back_inserter(all));
  return all;
}

void Service::State::warm() const noexcept {
  library.warm();
  Request first;
  first.method = "GET";
  first.target = "/explorer";
  static_cast<void>(router.answer(first)); // into the cache
}

Response Service::State::health() const {
  return json_response(
      jobs::json_object<Health>(health_fields, {options.version, library.is_warm()}));
}

Response Service::State::measured() {
  return response_of_type(metrics->text({options.version, cache.bytes(), library.databases().size(),
                                         library.books().size()}),
                          "text/plain; version=0.0.4; charset=utf-8");
}

Response Service::State::about() const {
  return json_response(jobs::json_object<Offer>(offer_fields, {options, library, puzzles.count()}));
}

Service::Service(const ServiceOptions& options) : m_state{std::make_unique<State>(options)} {}
Service::~Service() = default;

bool Service::is_slow(const Request& request) const noexcept {
  return m_state->router.is_slow(request);
}

bool Service::is_dear(const Request& request) const noexcept {
  return m_state->router.is_dear(request);
}

Response Service::answer(const Request& request) {
  const LanguageScope scope{m_state->languages.find(request)};
  const auto start = std::chrono::steady_clock::now();
  auto response = m_state->router.answer(request);
  m_state->metrics->add(response.status, std::chrono::steady_clock::now() - start);
  return response;
}

Service::Opened Service::open(const Request& request, Outlet outlet) {
  const Language* const language = m_state->languages.find(request);
  const LanguageScope scope{language};
  auto opened = m_state->open(request, std::move(outlet));
  if (opened.conversation != nullptr) {
    opened.conversation = std::make_unique<SpokenConversation>(std::move(opened.conversation),
                                                               language, m_state->metrics);
  }
  return opened;
}

Service::Opened Service::State::open(const Request& request, Outlet outlet) {
  constexpr std::string_view games = "/play/";
  const std::string_view target = request.target;
  const auto mark = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, mark);
  try {
    if (path == "/analysis") {
      return analyses.open(request.visitor, std::move(outlet));
    }
    if (path.starts_with(games)) {
      const Parameters query{mark == target.size() ? "" : target.substr(mark + 1)};
      return rooms.open(path.substr(games.size()), query.get("key"), std::move(outlet));
    }
    if (constexpr std::string_view shared = "/study/"; path.starts_with(shared)) {
      const Parameters query{mark == target.size() ? "" : target.substr(mark + 1)};
      return studies.open(path.substr(shared.size()), query.get("key"), std::move(outlet));
    }
  } catch (const HttpError& e) {
    return {nullptr, error_response(e.status(), e.what())};
  }
  return {nullptr,
          error_response(404, localized("There is no conversation at this address. Use /analysis "
                                        "or the link of a game or a study."))};
}

std::chrono::steady_clock::time_point Service::next_tick() const noexcept {
  return m_state->rooms.next_tick();
}

void Service::tick(std::chrono::steady_clock::time_point now) { m_state->rooms.tick(now); }

void Service::shut_down() {
  m_state->annotations.shut_down();
  m_state->engines->shut_down();
  m_state->analyses.shut_down();
  m_state->studies.shut_down();
  m_state->rooms.shut_down();
}

} // namespace xq::service
