#include "service/studies/study_desk.hpp"

#include "base/text/text.hpp"
#include "service/games/answers.hpp"
#include "service/games/game_json.hpp"
#include "service/json/members.hpp"
#include "service/play/secret.hpp"
#include "store/studies/study_file.hpp"

#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace xq::service {

namespace {

using jobs::FieldOf;
using jobs::get;
using jobs::Kind;
using jobs::Missing;
using jobs::Value;
using store::Chapter;
using store::Study;

constexpr std::size_t most_name = 80; ///< characters

constexpr auto chapter_fields =
    std::to_array<FieldOf<Chapter>>({{"number", Kind::count, get<&Chapter::number>},
                                     {"name", Kind::text, get<&Chapter::name>},
                                     {"version", Kind::count, get<&Chapter::version>}});

/// A study as somebody sees it.
struct Shown {
  const Study& study;
  std::vector<Chapter> chapters;
  bool writes = false;
  std::size_t people = 0; ///< with a connection
};
/// Who writes may give others both keys.
constexpr auto study_fields = std::to_array<FieldOf<Shown>>(
    {{"id", Kind::text, [](const Shown& s) -> Value { return s.study.id; }},
     {"name", Kind::text, [](const Shown& s) -> Value { return s.study.name; }},
     {"version", Kind::count, [](const Shown& s) -> Value { return s.study.version; }},
     {"write", Kind::flag, get<&Shown::writes>},
     {"people", Kind::count, get<&Shown::people>},
     {"readKey", Kind::text,
      [](const Shown& s) { return s.writes ? Value{s.study.read_key} : Value{}; },
      Missing::left_out},
     {"writeKey", Kind::text,
      [](const Shown& s) { return s.writes ? Value{s.study.write_key} : Value{}; },
      Missing::left_out},
     {"chapters", Kind::objects,
      [](const Shown& s) -> Value { return jobs::rows_of(chapter_fields, s.chapters); },
      jobs::parts<chapter_fields>}});

struct Written {};
/// The object is JSON already.
constexpr std::array game_field{
    FieldOf<Written>{"game", Kind::object, nullptr, game_fields, Missing::left_out}};

std::vector<jobs::Field> shown_fields() { return jobs::described(study_fields); }
std::vector<jobs::Field> shown_chapter_fields() {
  return jobs::described(chapter_fields, game_field);
}

std::string chapter_json(const Chapter& chapter, const record::Game* game, const MoveStyle& style) {
  std::string out;
  JsonWriter json{out};
  json.begin_object();
  jobs::write_members(json, chapter_fields, chapter);
  if (game != nullptr) {
    json.key(game_field[0].name).begin_object();
    write_game_members(json, *game, style);
    json.end_object();
  }
  json.end_object();
  return out;
}

HttpError none_such() {
  return HttpError{404, localized("There is no such study or chapter here. Look at the link "
                                  "again, or ask who sent it.")};
}

std::string name_in(const Parameters& query) { return clean_text(query.get("name"), most_name); }

/// A page that is not in use for long is no reason to refuse: how many studies a client made.
class Quota {
public:
  [[nodiscard]] bool take(const std::string& client, std::size_t most,
                          std::chrono::steady_clock::time_point now) {
    std::erase_if(m_made,
                  [&](const auto& made) { return made.first + std::chrono::hours{1} < now; });
    const auto mine =
        std::ranges::count(m_made, client, [](const auto& made) { return made.second; });
    if (!client.empty() && static_cast<std::size_t>(mine) >= most) {
      return false;
    }
    m_made.emplace_back(now, client);
    return true;
  }

private:
  std::vector<std::pair<std::chrono::steady_clock::time_point, std::string>> m_made;
};

} // namespace

struct StudyDesk::State {
  struct Listener {
    std::uint64_t number = 0;
    bool writes = false;
    Outlet outlet;
  };

  // all with the mutex
  [[nodiscard]] Study find(std::string_view id, std::string_view key, bool to_write);
  [[nodiscard]] std::string shown(const Study& study, bool writes);
  [[nodiscard]] Chapter chapter(const Study& study, const Parameters& query);
  void tell(const std::string& id);
  void check_room(const Study& study);

  // handlers
  Response create(const Call& call);
  Response overview(const Call& call);
  Response rename(const Call& call);
  Response remove(const Call& call);
  Response read_chapter(const Call& call);
  Response write_chapter(const Call& call);
  Response remove_chapter(const Call& call);
  Response place_chapter(const Call& call);
  Response pgn(const Call& call);

  StudyLimits limits;
  TimeSource now;
  std::mutex mutex;
  std::optional<store::StudyFile> file; ///< nothing: there are no studies
  std::map<std::string, std::vector<Listener>, std::less<>> listeners; ///< by id of the study
  std::uint64_t last_listener = 0;
  Quota quota;
  bool closed = false;
};

namespace {

/// Only hears; what it says is counted and passed over.
class StudyConversation final : public Conversation {
public:
  StudyConversation(std::function<void()> gone, Outlet outlet, double rate, TimeSource now)
      : m_gone{std::move(gone)}, m_outlet{std::move(outlet)}, m_rate{rate}, m_now{std::move(now)} {}
  ~StudyConversation() override { m_gone(); }
  StudyConversation(const StudyConversation&) = delete;
  StudyConversation& operator=(const StudyConversation&) = delete;

  void receive(std::string_view /*message*/) override {
    if (!m_rate.take(m_now())) {
      m_outlet.close(1008, "too many messages");
    }
  }

private:
  std::function<void()> m_gone;
  Outlet m_outlet;
  MessageRate m_rate;
  TimeSource m_now;
};

} // namespace

Study StudyDesk::State::find(std::string_view id, std::string_view key, bool to_write) {
  if (!file) {
    throw HttpError{404, localized("This server keeps no studies. It does with --keep-studies.")};
  }
  auto study = file->find(id);
  if (!study) {
    throw none_such();
  }
  const bool writes = is_secret(study->write_key, key);
  if (!writes && (to_write || !is_secret(study->read_key, key))) {
    throw HttpError{403, to_write ? localized("This link does not let you change the study. Ask "
                                              "for the other one.")
                                  : localized("The key is not one of this study. Look at the link "
                                              "again.")};
  }
  return *std::move(study);
}

std::string StudyDesk::State::shown(const Study& study, bool writes) {
  const auto here = listeners.find(study.id);
  return jobs::json_object<Shown>(
      study_fields,
      {study, file->chapters(study.id), writes, here == listeners.end() ? 0 : here->second.size()});
}

Chapter StudyDesk::State::chapter(const Study& study, const Parameters& query) {
  const auto number = query.number("number", 0, 0, 1'000'000'000);
  const auto all = file->chapters(study.id);
  const auto found = std::ranges::find(all, number, &Chapter::number);
  if (found == all.end()) {
    throw none_such();
  }
  return *found;
}

/// What changed is told to all who look at the study.
void StudyDesk::State::tell(const std::string& id) {
  const auto here = listeners.find(id);
  const auto study = file->find(id);
  if (here == listeners.end() || !study) {
    return;
  }
  const auto to_readers = to_message(shown(*study, false));
  const auto to_writers = to_message(shown(*study, true));
  for (const Listener& each : here->second) {
    each.outlet.send(each.writes ? to_writers : to_readers);
  }
}

Response StudyDesk::State::create(const Call& call) {
  const std::lock_guard lock{mutex};
  if (!file) {
    throw HttpError{404, localized("This server keeps no studies. It does with --keep-studies.")};
  }
  if (static_cast<std::size_t>(file->count()) >= limits.most_studies ||
      !quota.take(call.request.client, limits.most_studies_an_hour, now())) {
    throw HttpError{429, localized("Too many studies were made here. Ask again in an hour, or add "
                                   "chapters to one of yours.")};
  }
  Study study{make_secret<6>(), make_secret<16>(), make_secret<16>(), name_in(call.query), 1};
  file->create(study);
  return json_response(shown(study, true));
}

Response StudyDesk::State::overview(const Call& call) {
  const std::lock_guard lock{mutex};
  const auto key = call.query.get("key");
  const Study study = find(call.rest, key, false);
  return json_response(shown(study, is_secret(study.write_key, key)));
}

Response StudyDesk::State::rename(const Call& call) {
  const std::lock_guard lock{mutex};
  Study study = find(call.rest, call.query.get("key"), true);
  file->rename(study.id, name_in(call.query));
  study = find(call.rest, call.query.get("key"), true);
  tell(study.id);
  return json_response(shown(study, true));
}

Response StudyDesk::State::remove(const Call& call) {
  const std::lock_guard lock{mutex};
  const Study study = find(call.rest, call.query.get("key"), true);
  file->remove(study.id);
  if (const auto here = listeners.find(study.id); here != listeners.end()) {
    for (const Listener& each : here->second) {
      each.outlet.close(1008, "the study was deleted");
    }
  }
  return json_response("{}");
}

Response StudyDesk::State::read_chapter(const Call& call) {
  const auto style = read_move_style(call.query);
  const std::lock_guard lock{mutex};
  const Study study = find(call.rest, call.query.get("key"), false);
  const Chapter wanted = chapter(study, call.query);
  record::Game game;
  if (!file->read(wanted, game)) {
    throw none_such();
  }
  return json_response(chapter_json(wanted, &game, style));
}

void StudyDesk::State::check_room(const Study& study) {
  if (file->chapters(study.id).size() >= limits.most_chapters) {
    throw HttpError{429, localized("The study has {} chapters already. Begin another one.",
                                   limits.most_chapters)};
  }
}

Response StudyDesk::State::write_chapter(const Call& call) {
  record::Game game;
  read_game_json(call.request.body, game);
  const std::lock_guard lock{mutex};
  const Study study = find(call.rest, call.query.get("key"), true);
  if (!call.query.find("number")) {
    check_room(study);
    const auto added = file->add(study, name_in(call.query), game);
    tell(study.id);
    return json_response(chapter_json(added, nullptr, {}));
  }
  const Chapter known = chapter(study, call.query);
  const auto version = call.query.number("version", 0, 0, 1'000'000'000'000);
  const auto saved = file->save(study, known.number, version,
                                call.query.find("name") ? name_in(call.query) : known.name, game);
  if (!saved) {
    throw HttpError{409, localized("Somebody else has changed this chapter. Read it again, put "
                                   "both changes together, and save that.")};
  }
  tell(study.id);
  return json_response(chapter_json(*saved, nullptr, {}));
}

Response StudyDesk::State::remove_chapter(const Call& call) {
  const std::lock_guard lock{mutex};
  const Study study = find(call.rest, call.query.get("key"), true);
  const Chapter known = chapter(study, call.query);
  if (!file->remove(study, known.number, call.query.number("version", 0, 0, 1'000'000'000'000))) {
    throw HttpError{409, localized("Somebody else has changed this chapter. Look at it before you "
                                   "delete it.")};
  }
  tell(study.id);
  return json_response(shown(find(call.rest, call.query.get("key"), true), true));
}

Response StudyDesk::State::place_chapter(const Call& call) {
  const std::lock_guard lock{mutex};
  const Study study = find(call.rest, call.query.get("key"), true);
  if (!file->place_before(study.id, call.query.number("number", 0, 0, 1'000'000'000),
                          call.query.number("before", 0, 0, 1'000'000'000))) {
    throw none_such();
  }
  tell(study.id);
  return json_response(shown(find(call.rest, call.query.get("key"), true), true));
}

Response StudyDesk::State::pgn(const Call& call) {
  const std::lock_guard lock{mutex};
  const Study study = find(call.rest, call.query.get("key"), false);
  const auto writer = format::make_writer("pgn", {});
  std::string text;
  record::Game game;
  for (const Chapter& each : file->chapters(study.id)) {
    if (file->read(each, game)) {
      writer->game(text, game);
    }
  }
  Response response = json_response(std::move(text));
  response.content_type = "application/x-chess-pgn; charset=utf-8";
  response.file_name = fmt::format("{}.pgn", study.name.empty() ? study.id : study.name);
  return response;
}

StudyDesk::StudyDesk(const std::string& file, const StudyLimits& limits, TimeSource now)
    : m_state{std::make_shared<State>()} {
  m_state->limits = limits;
  m_state->now = std::move(now);
  if (!file.empty()) {
    m_state->file.emplace(file);
  }
}

StudyDesk::~StudyDesk() { shut_down(); }

bool StudyDesk::is_open() const noexcept { return m_state->file.has_value(); }

std::vector<Route> StudyDesk::routes() {
  const auto to = [state = m_state.get()](Response (State::*handler)(const Call&)) {
    return [state, handler](const Call& call) { return (state->*handler)(call); };
  };
  // always slow: each may wait for the disk, or for a program that writes into the file
  return {
      {"POST", "/study", to(&State::create), always_slow, false, {"name"}, shown_fields},
      {"GET", "/study/*.pgn", to(&State::pgn), always_slow, false, {"key"}},
      {"GET",
       "/study/*/chapter",
       to(&State::read_chapter),
       always_slow,
       false,
       {"key", "number", "dialect", "script"},
       shown_chapter_fields},
      {"POST",
       "/study/*/chapter",
       to(&State::write_chapter),
       always_slow,
       false,
       {"key", "number", "version", "name"},
       shown_chapter_fields},
      {"POST",
       "/study/*/chapter/delete",
       to(&State::remove_chapter),
       always_slow,
       false,
       {"key", "number", "version"},
       shown_fields},
      {"POST",
       "/study/*/chapter/place",
       to(&State::place_chapter),
       always_slow,
       false,
       {"key", "number", "before"},
       shown_fields},
      {"POST",
       "/study/*/name",
       to(&State::rename),
       always_slow,
       false,
       {"key", "name"},
       shown_fields},
      {"POST",
       "/study/*/delete",
       to(&State::remove),
       always_slow,
       false,
       {"key"},
       [] { return std::vector<jobs::Field>{}; }}, // an object without members
      {"GET", "/study/*", to(&State::overview), always_slow, false, {"key"}, shown_fields},
  };
}

Service::Opened StudyDesk::open(std::string_view id, std::string_view key, Outlet outlet) {
  const std::lock_guard lock{m_state->mutex};
  if (m_state->closed) {
    return {nullptr,
            error_response(503, localized("The server is being stopped. Ask again when it runs."))};
  }
  const Study study = m_state->find(id, key, false); // the caller makes an answer of HttpError
  auto& here = m_state->listeners[study.id];
  if (here.size() >= m_state->limits.most_connections) {
    return {nullptr, error_response(429, localized("Too many people look on. Come back later."))};
  }
  const auto number = ++m_state->last_listener;
  here.push_back({number, is_secret(study.write_key, key), outlet});
  const auto gone = [state = std::weak_ptr{m_state}, name = study.id, number] {
    if (const auto held = state.lock()) {
      const std::lock_guard hold{held->mutex};
      auto& others = held->listeners[name];
      std::erase_if(others, [&](const State::Listener& each) { return each.number == number; });
      if (others.empty()) {
        held->listeners.erase(name);
      } else if (!held->closed) {
        held->tell(name);
      }
    }
  };
  m_state->tell(study.id);
  return {std::make_unique<StudyConversation>(gone, std::move(outlet),
                                              m_state->limits.messages_a_second, m_state->now),
          {}};
}

void StudyDesk::shut_down() {
  const std::lock_guard lock{m_state->mutex};
  m_state->closed = true;
  for (const auto& [id, here] : m_state->listeners) {
    for (const auto& each : here) {
      each.outlet.close(1001, "the server is being stopped");
    }
  }
}

} // namespace xq::service
