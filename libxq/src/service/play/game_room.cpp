#include "service/play/game_room.hpp"

#include "base/text/text.hpp"
#include "service/json/members.hpp"
#include "service/move_json.hpp"
#include "service/play/handicap.hpp"
#include "service/play/kept_game.hpp"
#include "service/play/secret.hpp"

#include <xq/base/translate.hpp>
#include <xq/uci/external.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace xq::service {

namespace {

constexpr std::size_t most_chat_characters = 300;
constexpr std::size_t most_name_characters = 60;

std::shared_ptr<const std::string> error_message(std::string_view what) {
  std::string text;
  JsonWriter{text}.begin_object().member("type", "error").member("error", what).end_object();
  return to_message(std::move(text));
}

} // namespace

std::int64_t time_of_system() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

/// One connection to a room.
class RoomConversation final : public Conversation {
public:
  RoomConversation(std::shared_ptr<GameRoom> room, GameRoom::Number number, Outlet outlet)
      : m_room{std::move(room)},
        m_number{number},
        m_outlet{std::move(outlet)},
        m_rate{m_room->m_rules.messages_a_second} {}
  ~RoomConversation() override { m_room->leave(m_number); }

  void receive(std::string_view text) override {
    if (!m_rate.take(m_room->m_rules.now())) {
      m_outlet.close(1008, "too many messages");
      return;
    }
    const auto message = read_json(text, {m_room->m_rules.message_bytes, 2, 16});
    try {
      if (!message) {
        throw Refusal{message.error().message};
      }
      if (read_text(*message, "type") == "ping") {
        m_outlet.send(to_message(R"({"type":"pong"})"));
      } else {
        m_room->receive(m_number, *message);
      }
    } catch (const Error& e) {
      m_outlet.send(error_message(e.what()));
    }
  }

private:
  std::shared_ptr<GameRoom> m_room;
  GameRoom::Number m_number;
  Outlet m_outlet;
  MessageRate m_rate;
};

GameRoom::GameRoom(Setup setup, std::shared_ptr<const RoomRules> rules,
                   std::weak_ptr<SearchQueue> queue)
    : m_setup{std::move(setup)},
      m_rules_held{std::move(rules)},
      m_rules{*m_rules_held},
      m_queue{std::move(queue)},
      m_due{TimePoint::max().time_since_epoch().count()},
      m_game{m_setup.game},
      m_empty_since{m_rules.now()},
      m_names{m_setup.players[0].name, m_setup.players[1].name},
      m_open{m_setup.open} {
  update_due();
}

void GameRoom::begin() {
  const std::lock_guard lock{m_mutex};
  note();
  ask_engine();
}

void GameRoom::restore(const Kept& kept) {
  const std::lock_guard lock{m_mutex};
  const auto now = m_rules.now();
  const std::chrono::milliseconds age{std::max<std::int64_t>(m_rules.wall() - kept.time, 0)};
  m_game.restore(kept.game, now, age);
  m_noted = m_game.played();
  m_names = kept.names;
  m_next = kept.next;
  m_open = kept.open;
  m_kept = m_in_database = kept.in_database;
  if (m_game.result()) {
    m_ended = now;
    keep();
  }
  update_due();
}

// ---- who is there
// --------------------------------------------------------------------------------

std::optional<Color> GameRoom::seat_of(std::string_view key) const noexcept {
  for (const Color side : {Color::red, Color::black}) {
    if (is_secret(m_setup.players[to_index(side)].key, key)) {
      return side;
    }
  }
  return std::nullopt;
}

std::size_t GameRoom::count(std::optional<Color> seat) const noexcept {
  return static_cast<std::size_t>(
      std::count_if(m_connections.begin(), m_connections.end(),
                    [&](const Connection& connection) { return connection.seat == seat; }));
}

bool GameRoom::is_here(Color side) const noexcept {
  return m_setup.players[to_index(side)].level.has_value() || count(side) > 0;
}

bool GameRoom::players_are_gone() const noexcept {
  return count(Color::red) + count(Color::black) == 0;
}

std::unique_ptr<Conversation> GameRoom::join(std::optional<Color> seat, Outlet outlet) {
  const std::lock_guard lock{m_mutex};
  const auto now = m_rules.now();
  const std::size_t there = count(seat);
  if (m_closed || (!seat && there >= m_rules.most_spectators)) {
    return nullptr;
  }
  if (seat && there >= m_rules.most_connections) {
    const auto oldest = std::find_if(m_connections.begin(), m_connections.end(),
                                     [&](const Connection& c) { return c.seat == seat; });
    oldest->outlet.close(1008, "opened in too many places");
    m_connections.erase(oldest);
  }
  const Number number = ++m_last_number;
  auto conversation = std::make_unique<RoomConversation>(shared_from_this(), number, outlet);
  m_connections.push_back({number, seat, std::move(outlet)});
  if (m_open && seat == ~m_setup.maker) { // by the link of the other player
    m_open = false;
    m_changed = true;
  }
  const bool fell = m_game.advance(now);
  if (fell || (seat && there == 0)) {
    changed(now);
  } else {
    if (!m_keeping) {
      m_connections.back().outlet.send(state_for(seat, now));
    }
    if (!seat && !m_stale_since) {
      m_stale_since = now;
    }
    update_due();
  }
  return conversation;
}

void GameRoom::leave(Number number) noexcept {
  try {
    const std::lock_guard lock{m_mutex};
    const auto at = std::find_if(m_connections.begin(), m_connections.end(),
                                 [&](const Connection& c) { return c.number == number; });
    if (at == m_connections.end()) {
      return; // closed by the room
    }
    const auto now = m_rules.now();
    const auto seat = at->seat;
    m_connections.erase(at);
    if (!seat) {
      m_stale_since = m_stale_since ? m_stale_since : now;
      update_due();
    } else if (count(seat) == 0) {
      m_empty_since = now;
      m_game.advance(now);
      changed(now);
    }
  } catch (const std::exception&) { // no memory: the others learn of it with the next state
  }
}

// ---- what players send
// ---------------------------------------------------------------------------

void GameRoom::receive(Number number, const JsonValue& message) {
  {
    const std::lock_guard lock{m_mutex};
    receive_locked(number, message);
    if (!std::exchange(m_rematch_agreed, false)) {
      return;
    }
  }
  begin_rematch();
}

void GameRoom::receive_locked(Number number, const JsonValue& message) {
  const auto from = std::find_if(m_connections.begin(), m_connections.end(),
                                 [&](const Connection& c) { return c.number == number; });
  if (from == m_connections.end()) {
    return; // closed by the room
  }
  const auto now = m_rules.now();
  if (m_game.advance(now)) {
    changed(now);
  }
  handle(*from, message, now);
}

void GameRoom::handle(Connection& from, const JsonValue& message, TimePoint now) {
  const std::string_view type = read_text(message, "type");
  const bool known = type == "move" || type == "resign" || type == "draw" || type == "undo" ||
                     type == "decline" || type == "chat" || type == "name" || type == "rematch";
  if (!known) {
    throw Refusal{localized("the type \"{}\" is not known here. Send move, resign, draw, undo, "
                            "decline, name, rematch, chat or ping.",
                            excerpt(type, 20))};
  }
  if (!from.seat) {
    throw Refusal{localized("you look on. Open the link of a player to take part.")};
  }
  const Color side = *from.seat;
  if (type == "chat") {
    chat(side, message);
    return;
  }
  if (type == "move") {
    const Move move = uci::parse_move(read_text(message, "move"), uci::RankBase::zero);
    const auto ply = read_whole(message, "ply", -1, 0, 1'000'000);
    if (ply < 0) {
      throw Refusal{
          localized("the move has no \"ply\". Send how many moves have been made before it.")};
    }
    m_game.play(side, move, static_cast<std::size_t>(ply), now);
  } else if (type == "resign") {
    m_game.resign(side, now);
  } else if (type == "name") {
    rename(side, message);
  } else if (type == "rematch") {
    offer_rematch(side);
  } else if (type == "decline" && m_rematch_by == ~side) {
    m_rematch_by.reset();
  } else {
    handle_offer(side, type, now);
  }
  changed(now);
}

void GameRoom::handle_offer(Color side, std::string_view type, TimePoint now) {
  if (type == "draw") {
    m_game.draw(side, now);
  } else if (type == "undo") {
    m_game.undo(side, now);
  } else {
    m_game.decline(side);
  }
  if (engine_side() == ~side) {
    answer_as_engine(now);
  }
}

void GameRoom::chat(Color from, const JsonValue& message) {
  if (!m_setup.chat) {
    throw Refusal{localized("chat is off in this game. It is turned on when a game is made.")};
  }
  const std::string text = clean_text(read_text(message, "text"), most_chat_characters);
  if (text.empty()) {
    throw Refusal{localized("there is no \"text\". Write something.")};
  }
  std::string out;
  JsonWriter{out}
      .begin_object()
      .member("type", "chat")
      .member("from", name_of(from))
      .member("text", std::string_view{text})
      .end_object();
  const auto sent = to_message(std::move(out));
  for (const Connection& connection : m_connections) {
    if (connection.seat) {
      connection.outlet.send(sent);
    }
  }
}

void GameRoom::rename(Color side, const JsonValue& message) {
  if (m_game.result()) {
    throw Refusal{localized("the game is over: names stay as they are. Begin another one.")};
  }
  m_names[to_index(side)] = clean_text(read_text(message, "name"), most_name_characters);
  m_changed = true;
}

// ---- another game
// --------------------------------------------------------------------------------

void GameRoom::offer_rematch(Color side) {
  if (!m_game.result()) {
    throw Refusal{localized("the game goes on. Ask for another one when it is over.")};
  }
  if (m_next || !m_rules.begin_game) {
    throw Refusal{localized("there is another game already. Open its link.")};
  }
  m_rematch_agreed = engine_side() == ~side || m_rematch_by == ~side;
  m_rematch_by = side;
}

/// Colours are exchanged; who gives pieces goes on giving them.
GameRoom::Setup GameRoom::rematch_setup(Next& next) const {
  Setup setup = m_setup;
  std::swap(setup.players[0], setup.players[1]);
  setup.id = next.id = make_secret<6>();
  setup.seed = std::hash<std::string>{}(setup.id);
  setup.maker = ~setup.maker;
  setup.giver = ~setup.giver;
  setup.open = false;
  if (const auto* const handicap = find_handicap(setup.handicap)) {
    setup.game.start = start_with(*handicap, setup.giver);
  }
  for (const Color side : {Color::red, Color::black}) {
    Player& player = setup.players[to_index(side)];
    player.name = m_names[to_index(~side)];
    player.key = player.level ? std::string{} : make_secret<16>();
    next.keys[to_index(~side)] = player.key;
  }
  return setup;
}

void GameRoom::begin_rematch() {
  Next next;
  std::optional<Setup> setup;
  {
    const std::lock_guard lock{m_mutex};
    if (m_next || m_closed) {
      return;
    }
    setup = rematch_setup(next);
    m_next = next; // nobody begins a second one meanwhile
  }
  try {
    m_rules.begin_game(*std::move(setup));
  } catch (const Error&) {
    const std::lock_guard lock{m_mutex};
    m_next.reset();
    m_rematch_by.reset();
    throw;
  }
  const std::lock_guard lock{m_mutex};
  m_changed = true;
  changed(m_rules.now());
}

// ---- a seat for anybody
// --------------------------------------------------------------------------------

bool GameRoom::is_open() const {
  const std::lock_guard lock{m_mutex};
  return m_open && !m_game.result() && is_here(m_setup.maker);
}

std::string GameRoom::name_of_maker() const {
  const std::lock_guard lock{m_mutex};
  return m_names[to_index(m_setup.maker)];
}

std::optional<Color> GameRoom::take_open_seat(const std::string& name) {
  const std::lock_guard lock{m_mutex};
  if (!std::exchange(m_open, false) || m_game.result()) {
    return std::nullopt;
  }
  const Color seat = ~m_setup.maker;
  m_names[to_index(seat)] = clean_text(name, most_name_characters);
  m_changed = true;
  changed(m_rules.now());
  return seat;
}

// ---- what changed
// --------------------------------------------------------------------------------

void GameRoom::changed(TimePoint now) {
  if (m_game.result() && !m_ended) {
    m_ended = now;
    m_changed = true;
    note();
    keep();
  }
  note();
  ask_engine();
  update_due();
  send_states(now);
}

/// Tells the journal what is new.
void GameRoom::note() {
  if (!m_rules.journal || m_closed) {
    return;
  }
  const std::size_t played = m_game.played();
  if (!m_changed && played == m_noted + 1) {
    m_rules.journal->add(m_setup.id, kept_move(m_setup.id, m_game.moves().back(), m_game.all_left(),
                                               m_rules.wall()));
    m_noted = played;
  } else if (m_changed || played != m_noted) {
    static_cast<void>(note_whole());
  }
}

bool GameRoom::note_whole() {
  m_changed = false;
  m_noted = m_game.played();
  return m_rules.journal->put(
      m_setup.id,
      kept_line(m_setup, {m_game.kept(), m_names, m_next, m_in_database, m_open, m_rules.wall()}));
}

void GameRoom::keep() {
  if (!m_kept && m_rules.keep && m_game.played() > 0) {
    m_kept = true;
    record::Game game;
    add_record(game);
    m_keeping = !m_rules.keep(std::move(game), [room = weak_from_this()](bool written) {
      if (const auto here = room.lock()) {
        here->kept(written);
      }
    });
  }
}

void GameRoom::kept(bool written) {
  const std::lock_guard lock{m_mutex};
  m_keeping = false;
  m_in_database = written;
  m_changed = true;
  note();
  send_states(m_rules.now());
}

// ---- time
// ----------------------------------------------------------------------------------------

void GameRoom::update_due() noexcept {
  TimePoint due = TimePoint::max();
  const auto consider = [&](TimePoint at) { due = std::min(due, at); };
  if (const auto flag = m_game.deadline()) {
    consider(*flag);
  } else if (!m_ended && players_are_gone()) {
    consider(m_empty_since + m_rules.leave_after);
  }
  if (m_stale_since) {
    consider(*m_stale_since + m_rules.gather);
  }
  if (m_ended) {
    consider(*m_ended + m_rules.forget_after);
  }
  m_due = due.time_since_epoch().count();
}

bool GameRoom::tick(TimePoint now) {
  const std::lock_guard lock{m_mutex};
  if (m_game.advance(now)) {
    changed(now);
  }
  const bool left = !m_ended && !m_game.deadline() && players_are_gone() &&
                    now >= m_empty_since + m_rules.leave_after;
  if (left) {
    m_game.abandon(now);
    changed(now);
  }
  if (m_stale_since && now >= *m_stale_since + m_rules.gather) {
    send_states(now);
  }
  update_due();
  const bool unused = left && m_game.played() == 0;
  if (unused || (m_ended && now >= *m_ended + m_rules.forget_after)) {
    close_all(1000, "the game is forgotten");
    return false;
  }
  return true;
}

bool GameRoom::is_dispensable() const {
  const std::lock_guard lock{m_mutex};
  return m_connections.empty() &&
         (m_ended || (m_game.played() == 0 && m_rules.now() >= m_empty_since + m_rules.spare));
}

void GameRoom::close_all(std::uint16_t code, std::string_view reason) {
  for (const Connection& connection : m_connections) {
    connection.outlet.close(code, reason);
  }
  m_connections.clear();
}

void GameRoom::shut_down() {
  const std::lock_guard lock{m_mutex};
  m_game.pause(m_rules.now());
  const bool goes_on = !m_game.result() && m_rules.journal && !m_closed && note_whole();
  if (!goes_on) {
    keep();
  }
  m_closed = true;
  ask_engine(); // ends its search
  close_all(1001, "the server is being stopped");
}

void GameRoom::settle() {
  const std::lock_guard lock{m_mutex};
  if (m_rules.journal && m_kept && !m_in_database) {
    m_in_database = true;
    static_cast<void>(note_whole());
  }
}

} // namespace xq::service
