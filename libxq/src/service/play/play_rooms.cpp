#include "service/play/play_rooms.hpp"

#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "service/json/members.hpp"
#include "service/move_json.hpp"
#include "service/play/secret.hpp"

#include <xq/base/translate.hpp>
#include <xq/engine/settings.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

namespace xq::service {

namespace {

constexpr int most_plies = 2000;         ///< of a game
constexpr std::size_t most_moves = 1000; ///< that a game begins with
constexpr std::size_t most_body = 16 * 1024;
constexpr std::size_t most_name = 60; ///< characters

std::string date_of_system() {
  using namespace std::chrono;
  const year_month_day today{floor<days>(system_clock::now())};
  return fmt::format("{:04}.{:02}.{:02}", static_cast<int>(today.year()),
                     static_cast<unsigned>(today.month()), static_cast<unsigned>(today.day()));
}

/// One of the words in the order of the values.
std::size_t read_choice(const JsonValue& object, const char* name,
                        std::initializer_list<std::string_view> words) {
  const std::string_view text = read_text(object, name);
  if (text.empty()) {
    return 0;
  }
  const auto* const at = std::find(words.begin(), words.end(), text);
  if (at == words.end()) {
    throw Refusal{localized("\"{}\" is not understood. Send one of: {}.", name, join(words, ", "))};
  }
  return static_cast<std::size_t>(at - words.begin());
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

match::Clocks::Allowance read_clock(const JsonValue& wanted) {
  using std::chrono::milliseconds;
  const double minutes = read_number(wanted, "minutes", 0, 0, 300);
  const double seconds = read_number(wanted, "increment", 0, 0, 300);
  if (minutes == 0 && seconds > 0) {
    throw Refusal{localized(
        "there is an increment without \"minutes\". Send how many minutes each side has.")};
  }
  return {milliseconds{static_cast<std::int64_t>(minutes * 60'000)},
          milliseconds{static_cast<std::int64_t>(seconds * 1000)}};
}

OnlineGame::Setup read_game(const JsonValue& wanted) {
  OnlineGame::Setup game;
  game.start = read_position(read_text(wanted, "fen"));
  if (const JsonValue* const moves = wanted.find("moves")) {
    game.moves = read_moves(game.start, *moves, most_moves);
  }
  game.clock = read_clock(wanted);
  constexpr std::array rules{RuleSet::wxf, RuleSet::cxa, RuleSet::none};
  game.rules.repetition = rules[read_choice(wanted, "rules", {"wxf", "cxa", "none"})];
  game.rules.max_plies = most_plies;
  return game;
}

void write_seat(JsonWriter& json, Color side, const GameRoom::Player& player) {
  json.member("side", name_of(side)).member("key", std::string_view{player.key});
}

} // namespace

PlayRooms::PlayRooms(PlayOptions options, std::shared_ptr<SearchQueue> queue)
    : m_options{std::move(options)}, m_queue{std::move(queue)} {
  if (!m_options.keep_games.empty()) {
    m_keeper = std::make_shared<GameKeeper>(
        GameKeeper::Options{m_options.keep_games, m_options.spare_folder, m_options.tell});
    m_options.rules.keep = [keeper = m_keeper](record::Game game, std::function<void()> done) {
      keeper->keep(std::move(game), std::move(done));
      return false;
    };
  }
  if (!m_options.date) {
    m_options.date = date_of_system;
  }
  m_rules = std::make_shared<const RoomRules>(m_options.rules);
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
  setup.game = read_game(wanted);
  setup.chat = read_flag(wanted, "chat", false);
  setup.date = m_options.date();
  const bool engine = read_choice(wanted, "opponent", {"human", "engine"}) == 1;
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
    const bool engine = setup.players[to_index(~side)].level.has_value();
    JsonWriter json{body};
    json.begin_object().member("id", std::string_view{setup.id});
    write_seat(json, side, setup.players[to_index(side)]);
    json.key("other");
    if (engine) {
      json.null();
    } else {
      json.begin_object();
      write_seat(json, ~side, setup.players[to_index(~side)]);
      json.end_object();
    }
    json.member("watch", std::string_view{setup.id}).end_object();
    room = std::make_shared<GameRoom>(std::move(setup), m_rules, m_queue);
  } catch (const Refusal& refusal) {
    throw HttpError{400, refusal.what()};
  }
  add(room, request.client);
  room->begin();
  Response response = json_response(std::move(body));
  response.status = 201;
  return response;
}

void PlayRooms::add(const std::shared_ptr<GameRoom>& room, const std::string& client) {
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
  std::erase_if(m_rooms, [](const auto& entry) { return entry.second.room->is_dispensable(); });
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
    m_keeper->shut_down();
  }
}

} // namespace xq::service
