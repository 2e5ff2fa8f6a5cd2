#include "service/play/play_rooms.hpp"

#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "jobs/adjudication/verdict_fields.hpp"
#include "jobs/answer/write.hpp"
#include "service/json/members.hpp"
#include "service/move_json.hpp"
#include "service/play/handicap.hpp"
#include "service/play/kept_game.hpp"
#include "service/play/secret.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/engine/settings.hpp>
#include <xq/format/format.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <set>
#include <utility>

namespace xq::service {

namespace {

using jobs::FieldOf;
using jobs::get;
using jobs::Kind;
using jobs::Missing;
using jobs::parts;
using jobs::Value;

constexpr std::size_t most_body = 16 * 1024;
constexpr std::size_t most_name = 60; ///< characters

std::string date_of_system() {
  using namespace std::chrono;
  const year_month_day today{floor<days>(system_clock::now())};
  return fmt::format("{:04}.{:02}.{:02}", static_cast<int>(today.year()),
                     static_cast<unsigned>(today.month()), static_cast<unsigned>(today.day()));
}

/// The seat of who makes the game.
Color read_side(const JsonValue& wanted) {
  switch (read_choice(wanted, "side", {"red", "black", "random"})) {
  case 0:
    return Color::red;
  case 1:
    return Color::black;
  default:
    return make_secret<1>().front() < '8' ? Color::red : Color::black;
  }
}

/// Who gives pieces, and which.
void read_handicap(const JsonValue& wanted, GameRoom::Setup& setup) {
  const auto word = read_text(wanted, "handicap");
  const bool black = read_choice(wanted, "giver", {"red", "black"}) == 1;
  if (word.empty()) {
    return;
  }
  const auto* const handicap = find_handicap(word);
  if (handicap == nullptr) {
    std::vector<std::string_view> words;
    for (const Handicap& each : handicaps()) {
      words.push_back(each.word);
    }
    throw Refusal{
        localized("\"{}\" is not understood. Send one of: {}.", "handicap", join(words, ", "))};
  }
  if (wanted.find("fen") != nullptr || wanted.find("moves") != nullptr) {
    throw Refusal{localized("there are a \"handicap\" and a position. Send one of them.")};
  }
  setup.handicap = word;
  setup.giver = black ? Color::black : Color::red;
  setup.game.start = start_with(*handicap, setup.giver);
}

Response created(std::string body) {
  Response response = json_response(std::move(body));
  response.status = 201;
  return response;
}

// ---- seats
// -------------------------------------------------------------------------------------

/// A seat of a game, and what opens it.
struct Seat {
  Seat(const GameRoom::Setup& setup, Color of)
      : id{setup.id}, side{of}, key{setup.players[to_index(of)].key} {}
  std::string_view id;
  Color side;
  std::string_view key;
};
struct BothSeats {
  Seat seat, other;
  bool is_engine; ///< the other one
};

constexpr std::array id_field{FieldOf<Seat>{"id", Kind::text, get<&Seat::id>}};
constexpr auto seat_fields = std::to_array<FieldOf<Seat>>(
    {{"side", Kind::word, [](const Seat& s) -> Value { return name_of(s.side); }},
     {"key", Kind::text, get<&Seat::key>}});
constexpr auto other_fields = std::to_array<FieldOf<BothSeats>>(
    {{"other", Kind::object,
      [](const BothSeats& g) {
        return g.is_engine ? Value{} : Value{object_of<Seat>(seat_fields, g.other)};
      },
      parts<seat_fields>, Missing::null},
     {"watch", Kind::text, get<&BothSeats::seat, &Seat::id>}});

void write_seat(JsonWriter& json, const Seat& seat) {
  jobs::write_members(json, id_field, seat);
  jobs::write_members(json, seat_fields, seat);
}

// ---- the lobby
// -------------------------------------------------------------------------------------

/// A game with a free seat.
struct OpenGame {
  const GameRoom::Setup& setup;
  std::string name; ///< of who made it
};

std::int64_t in_seconds(std::chrono::milliseconds time) { return time.count() / 1000; }
const PlayClock::Terms& clock_of(const OpenGame& game) { return game.setup.game.clock; }

constexpr auto open_game_fields = std::to_array<FieldOf<OpenGame>>(
    {{"id", Kind::text, [](const OpenGame& g) -> Value { return g.setup.id; }},
     {"name", Kind::text, [](const OpenGame& g) -> Value { return g.name; }},
     {"side", Kind::text, [](const OpenGame& g) -> Value { return name_of(~g.setup.maker); }},
     {"base", Kind::count, [](const OpenGame& g) -> Value { return in_seconds(clock_of(g).base); }},
     {"increment", Kind::count,
      [](const OpenGame& g) -> Value { return in_seconds(clock_of(g).increment); }},
     {"step", Kind::count, [](const OpenGame& g) -> Value { return in_seconds(clock_of(g).step); }},
     {"byoyomi", Kind::count,
      [](const OpenGame& g) -> Value { return in_seconds(clock_of(g).byoyomi); }},
     {"days", Kind::count, [](const OpenGame& g) -> Value { return clock_of(g).days.count(); }},
     {"rules", Kind::text,
      [](const OpenGame& g) -> Value { return jobs::rules_word(g.setup.game.rules.repetition); }},
     {"handicap", Kind::text, [](const OpenGame& g) -> Value { return g.setup.handicap; }},
     {"giver", Kind::text, [](const OpenGame& g) -> Value { return name_of(g.setup.giver); }},
     {"fen", Kind::text, [](const OpenGame& g) -> Value { return write_fen(g.setup.game.start); }},
     {"chat", Kind::flag, [](const OpenGame& g) -> Value { return g.setup.chat; }}});

Value rows_of_games(const std::vector<OpenGame>& games) { return rows_of(open_game_fields, games); }
constexpr auto lobby_fields = std::to_array<FieldOf<std::vector<OpenGame>>>(
    {{"games", Kind::objects, rows_of_games, parts<open_game_fields>}});

} // namespace

std::vector<jobs::Field> PlayRooms::lobby_description() { return parts<lobby_fields>(); }
std::vector<jobs::Field> PlayRooms::seat_description() { return parts<id_field, seat_fields>(); }
std::vector<jobs::Field> PlayRooms::game_description() {
  return parts<id_field, seat_fields, other_fields>();
}

PlayRooms::PlayRooms(PlayOptions options, std::shared_ptr<SearchQueue> queue)
    : m_options{std::move(options)}, m_queue{std::move(queue)} {
  if (!m_options.keep_games.empty()) {
    m_keeper = std::make_shared<GameKeeper>(
        GameKeeper::Options{m_options.keep_games, m_options.spare_folder, m_options.tell});
    m_options.rules.keep = [keeper = m_keeper](record::Game game, std::function<void(bool)> done) {
      keeper->keep(std::move(game), std::move(done));
      return false;
    };
    m_options.rules.journal = std::make_shared<GameJournal>(
        GameJournal::Options{m_options.keep_games + ".running.jsonl", m_options.tell});
  }
  if (!m_options.date) {
    m_options.date = date_of_system;
  }
  m_options.rules.begin_game = [this](GameRoom::Setup setup) { begin(std::move(setup)); };
  m_rules = std::make_shared<const RoomRules>(m_options.rules);
  if (m_rules->journal) {
    restore();
  }
}

namespace {

/// Which of these games the database has.
std::set<std::string> games_in(const std::string& database, const std::vector<ReadGame>& games) {
  std::set<std::string> wanted;
  for (const auto& [setup, kept] : games) {
    if (kept.game.result && !kept.in_database) {
      wanted.insert(setup.id);
    }
  }
  std::set<std::string> found;
  if (!wanted.empty()) {
    store::GameDatabase{database}.for_each({}, [&](const record::Game& game) {
      const std::string id{game.tag("GameId")};
      if (wanted.contains(id)) {
        found.insert(id);
      }
      return true;
    });
  }
  return found;
}

} // namespace

/// Go on with the games that were under way when the process before this one ended.
void PlayRooms::restore() {
  std::vector<ReadGame> games;
  std::size_t lost = 0;
  for (const auto& lines : m_rules->journal->games()) {
    if (auto game = read_kept(lines)) {
      games.push_back(*std::move(game));
    } else {
      ++lost;
    }
  }
  const auto in_database = games_in(m_options.keep_games, games);
  for (auto& [setup, kept] : games) {
    try {
      kept.in_database = kept.in_database || in_database.contains(setup.id);
      const auto room = std::make_shared<GameRoom>(setup, m_rules, m_queue);
      room->restore(kept);
      m_rooms.emplace(room->id(), Held{room, setup.client});
      room->begin();
    } catch (const Error&) {
      ++lost;
    }
  }
  if (lost > 0 && m_options.tell) {
    m_options.tell(localized("{}.running.jsonl: {} cannot be read and do not go on.",
                             m_options.keep_games, counted(lost, "{} game", "{} games")));
  }
}

PlayRooms::~PlayRooms() {
  try {
    shut_down();
  } catch (const Error&) { // who wants to know calls it
  }
}

PlayRooms::NewGame PlayRooms::read_new_game(const JsonValue& wanted) const {
  if (wanted.object() == nullptr) {
    throw Refusal{localized("this is no object. Send one such as {{\"minutes\": 10}}.")};
  }
  const Color side = read_side(wanted);
  NewGame out{{}, side};
  GameRoom::Setup& setup = out.setup;
  setup.id = make_secret<6>();
  setup.game = read_terms(wanted);
  read_handicap(wanted, setup);
  setup.chat = read_flag(wanted, "chat", false);
  setup.maker = side;
  setup.open = read_flag(wanted, "open", false);
  setup.date = m_options.date();
  const bool engine = read_choice(wanted, "opponent", {"human", "engine"}) == 1;
  if (setup.open && !m_options.lobby) {
    throw Refusal{localized("this server has no lobby. Send the link of the game to somebody.")};
  }
  if (setup.open && engine) {
    throw Refusal{localized("a game against the engine has no free seat. Leave \"open\" out.")};
  }
  const auto level = read_whole(wanted, "level", 4, 1, engine::play_levels);
  for (const Color each : {Color::red, Color::black}) {
    GameRoom::Player& player = setup.players[to_index(each)];
    if (engine && each != side) {
      player.level = static_cast<int>(level);
      continue;
    }
    player.key = make_secret<16>();
    if (const JsonValue* const names = wanted.find("names")) {
      player.name = clean_text(read_text(*names, each == Color::red ? "red" : "black"), most_name);
    }
  }
  setup.seed = std::hash<std::string>{}(setup.id);
  return out;
}

Response PlayRooms::create(const Request& request) {
  const auto wanted = read_json(request.body.empty() ? std::string_view{"{}"} : request.body,
                                {most_body, 3, most_moves + 50});
  if (!wanted) {
    throw HttpError{request.body.size() > most_body ? 413 : 400, wanted.error().message};
  }
  std::shared_ptr<GameRoom> room;
  std::string body;
  try {
    auto [setup, side] = read_new_game(*wanted);
    setup.visitor = request.visitor;
    setup.client = request.client;
    const bool engine = setup.players[to_index(~side)].level.has_value();
    JsonWriter json{body};
    json.begin_object();
    write_seat(json, {setup, side});
    jobs::write_members<BothSeats>(json, other_fields, {{setup, side}, {setup, ~side}, engine});
    json.end_object();
    room = std::make_shared<GameRoom>(std::move(setup), m_rules, m_queue);
  } catch (const Refusal& refusal) {
    throw HttpError{400, refusal.what()};
  }
  add(room);
  room->begin();
  return created(std::move(body));
}

void PlayRooms::begin(GameRoom::Setup setup) {
  const auto room = std::make_shared<GameRoom>(std::move(setup), m_rules, m_queue);
  add(room);
  room->begin();
}

Response PlayRooms::lobby() const {
  std::vector<std::shared_ptr<GameRoom>> rooms;
  {
    const std::shared_lock lock{m_mutex};
    for (const auto& [id, held] : m_rooms) {
      rooms.push_back(held.room);
    }
  }
  std::vector<OpenGame> games;
  for (const auto& room : rooms) {
    if (room->is_open()) {
      games.push_back({room->setup(), room->name_of_maker()});
    }
  }
  return json_response(jobs::json_object<std::vector<OpenGame>>(lobby_fields, games));
}

Response PlayRooms::accept(std::string_view id, const Request& request) {
  const auto wanted = read_json(request.body.empty() ? std::string_view{"{}"} : request.body, {});
  if (!wanted) {
    throw HttpError{400, wanted.error().message};
  }
  const auto room = find(id);
  std::string name;
  try {
    name = read_text(*wanted, "name");
  } catch (const Refusal& refusal) {
    throw HttpError{400, refusal.what()};
  }
  const auto seat = room->take_open_seat(name);
  if (!seat) {
    throw HttpError{409, localized("Somebody else has taken this seat, or it was never free. Take "
                                   "another one of the lobby.")};
  }
  std::string body;
  JsonWriter json{body};
  json.begin_object();
  write_seat(json, {room->setup(), *seat});
  json.end_object();
  return created(std::move(body));
}

void PlayRooms::add(const std::shared_ptr<GameRoom>& room) {
  const std::string& client = room->setup().client;
  const std::unique_lock lock{m_mutex};
  if (m_closed) {
    throw HttpError{503, localized("The server is being stopped. Ask again when it runs.")};
  }
  if (!client.empty() && games_of(client) >= m_options.most_games_each) {
    throw HttpError{
        429, localized("Too many games of your address are open. Finish some of them, or ask "
                       "again in some minutes.")};
  }
  if (m_rooms.size() >= m_options.most_games) {
    make_place();
  }
  if (m_rooms.size() >= m_options.most_games) {
    throw HttpError{429, localized("Too many games are open. Ask again in some minutes.")};
  }
  m_rooms.emplace(room->id(), Held{room, client});
}

std::size_t PlayRooms::games_of(const std::string& client) const {
  return static_cast<std::size_t>(
      std::count_if(m_rooms.begin(), m_rooms.end(), [&](const auto& entry) {
        return entry.second.client == client && !entry.second.room->is_dispensable();
      }));
}

/// Forget games that nobody needs: they are over, or nobody came.
void PlayRooms::make_place() {
  std::erase_if(m_rooms, [&](const auto& entry) {
    const bool dispensable = entry.second.room->is_dispensable();
    if (dispensable) {
      forget(entry.first);
    }
    return dispensable;
  });
}

void PlayRooms::forget(const std::string& id) const {
  if (m_rules->journal) {
    m_rules->journal->forget(id);
  }
}

std::shared_ptr<GameRoom> PlayRooms::find(std::string_view id) const {
  const std::shared_lock lock{m_mutex};
  const auto at = m_rooms.find(id);
  if (at == m_rooms.end()) {
    throw HttpError{
        404, localized("There is no such game, or it was forgotten an hour after its end. Begin "
                       "another one.")};
  }
  return at->second.room;
}

Response PlayRooms::pgn(std::string_view id) const {
  const record::Game game = find(id)->record();
  std::string text;
  const auto writer = format::make_writer("pgn", {});
  writer->header(text);
  writer->game(text, game);
  writer->footer(text);
  Response response = json_response(std::move(text));
  response.content_type = "application/x-chess-pgn; charset=utf-8";
  response.file_name = fmt::format("{}.pgn", id);
  return response;
}

Service::Opened PlayRooms::open(std::string_view id, std::string_view key, Outlet outlet) {
  try {
    const auto room = find(id);
    const auto seat = room->seat_of(key);
    if (!seat && !key.empty()) {
      return {nullptr,
              error_response(403, localized("The key is not one of this game. Look at the link "
                                            "again, or leave the key out to look on."))};
    }
    auto conversation = room->join(seat, std::move(outlet));
    if (!conversation) {
      return {nullptr, error_response(429, localized("Too many people look on. Come back later."))};
    }
    return {std::move(conversation), {}};
  } catch (const HttpError& e) {
    return {nullptr, error_response(e.status(), e.what())};
  }
}

PlayRooms::TimePoint PlayRooms::next_tick() const noexcept {
  const std::shared_lock lock{m_mutex};
  TimePoint next = TimePoint::max();
  for (const auto& [id, held] : m_rooms) {
    next = std::min(next, held.room->due());
  }
  return next;
}

void PlayRooms::tick(TimePoint now) {
  std::vector<std::shared_ptr<GameRoom>> due;
  {
    const std::shared_lock lock{m_mutex};
    for (const auto& [id, held] : m_rooms) {
      if (held.room->due() <= now) {
        due.push_back(held.room);
      }
    }
  }
  for (const auto& room : due) {
    if (!room->tick(now)) {
      forget(room->id());
      const std::unique_lock lock{m_mutex};
      m_rooms.erase(room->id());
    }
  }
}

void PlayRooms::shut_down() {
  Rooms rooms;
  {
    const std::unique_lock lock{m_mutex};
    m_closed = true;
    rooms.swap(m_rooms);
  }
  for (const auto& [id, held] : rooms) {
    held.room->shut_down();
  }
  if (m_keeper) {
    std::exception_ptr trouble;
    try {
      m_keeper->shut_down();
    } catch (const Error&) { // the games are elsewhere, as it says
      trouble = std::current_exception();
    }
    for (const auto& [id, held] : rooms) {
      held.room->settle();
    }
    m_rules->journal->close();
    if (trouble) {
      std::rethrow_exception(trouble);
    }
  }
}

} // namespace xq::service
