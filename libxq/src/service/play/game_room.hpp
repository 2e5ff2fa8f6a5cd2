#pragma once

#include "base/text/json_value.hpp"
#include "service/analysis/search_queue.hpp"
#include "service/conversation.hpp"
#include "service/play/game_journal.hpp"
#include "service/play/online_game.hpp"
#include "service/service.hpp"

#include <xq/record/game.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

struct RoomRules;

/// A game with who plays it and who looks on. Thread-safe; its messages are in the order of the
/// changes. Owned by a shared_ptr.
class GameRoom : public std::enable_shared_from_this<GameRoom> {
public:
  using TimePoint = OnlineGame::TimePoint;
  struct Player {
    std::string key;          ///< secret; empty: the engine's seat, or nobody's
    std::string name;         ///< may be empty
    std::optional<int> level; ///< of the engine that plays
  };
  struct Setup {
    std::string id;
    OnlineGame::Setup game;
    std::array<Player, color_count> players; ///< by colour; at most one engine
    bool chat = false;
    std::string date;       ///< for the record: 2026.11.22
    std::string visitor;    ///< who made it: the engine's moves wait at the turns of this one
    std::uint64_t seed = 0; ///< of the engine's choices
    Color maker = Color::red;
    std::string client;   ///< who made it, for limits; empty: not limited
    bool open = false;    ///< anybody may take the other seat: it stands in the lobby
    std::string handicap; ///< what `giver` leaves out (handicap.hpp); empty: nothing
    Color giver = Color::red;
  };
  /// The game that the players have begun after this one.
  struct Next {
    std::string id;
    std::array<std::string, color_count> keys; ///< by the colours here
  };
  /// What changes in a game, to go on with it later.
  struct Kept {
    OnlineGame::Kept game;
    std::array<std::string, color_count> names;
    std::optional<Next> next;
    bool in_database = false;
    bool open = false;
    std::int64_t time = 0; ///< when it was kept: milliseconds since 1970
  };

  GameRoom(Setup setup, std::shared_ptr<const RoomRules> rules, std::weak_ptr<SearchQueue> queue);
  /// Go on with a game. Call before begin(), once. Throws Refusal for what does not fit.
  void restore(const Kept& kept);
  /// Call once, when it is owned: the engine thinks where it has the first move.
  void begin();

  /// The seat of a key; nothing for another key.
  [[nodiscard]] std::optional<Color> seat_of(std::string_view key) const noexcept;
  /// A conversation in a seat, or of a spectator. Null when too many look on, or after
  /// shut_down().
  [[nodiscard]] std::unique_ptr<Conversation> join(std::optional<Color> seat, Outlet outlet);

  [[nodiscard]] const std::string& id() const noexcept { return m_setup.id; }
  [[nodiscard]] const Setup& setup() const noexcept { return m_setup; }
  /// Whether anybody may take a seat now: it was offered to all, and who offered it is there.
  [[nodiscard]] bool is_open() const;
  /// Takes the open seat; nothing when somebody else has it.
  [[nodiscard]] std::optional<Color> take_open_seat(const std::string& name);
  /// The name of the player who made the game; may be empty.
  [[nodiscard]] std::string name_of_maker() const;
  /// The game as it stands.
  [[nodiscard]] record::Game record() const;
  /// When tick() has something to do.
  [[nodiscard]] TimePoint due() const noexcept { return TimePoint{TimePoint::duration{m_due}}; }
  /// False: the room is not needed any more; it has closed its connections.
  [[nodiscard]] bool tick(TimePoint now);
  /// Nobody is there, and the game is over or has no move yet: it may be forgotten for another one.
  [[nodiscard]] bool is_dispensable() const;
  /// The game is kept as it stands, the connections end.
  void shut_down();
  /// The database has the game, or what took its place (GameKeeper::shut_down()).
  void settle();

private:
  friend class RoomConversation;
  friend class EngineMove;
  using Number = std::uint64_t;
  struct Connection {
    Number number = 0;
    std::optional<Color> seat;
    Outlet outlet;
  };

  // of conversations
  void receive(Number number, const JsonValue& message);
  void leave(Number number) noexcept;
  // of the engine
  [[nodiscard]] std::optional<SearchQuestion> engine_question(std::uint64_t request);
  void engine_answer(std::uint64_t request, const engine::Report& report);

  void begin_rematch();

  // all with m_mutex
  void receive_locked(Number number, const JsonValue& message);
  void handle(Connection& from, const JsonValue& message, TimePoint now);
  void handle_offer(Color side, std::string_view type, TimePoint now);
  void answer_as_engine(TimePoint now);
  void chat(Color from, const JsonValue& message);
  void rename(Color side, const JsonValue& message);
  void offer_rematch(Color side);
  [[nodiscard]] Setup rematch_setup(Next& next) const;
  void note();
  [[nodiscard]] bool note_whole();
  void changed(TimePoint now);
  void ask_engine();
  void keep();
  void kept(bool written);
  void add_record(record::Game& out) const;
  void send_states(TimePoint now);
  [[nodiscard]] std::shared_ptr<const std::string> state_for(std::optional<Color> you,
                                                             TimePoint now) const;
  void write_players(JsonWriter& json) const;
  void write_rematch(JsonWriter& json, std::optional<Color> you) const;
  void update_due() noexcept;
  void close_all(std::uint16_t code, std::string_view reason);
  [[nodiscard]] std::size_t count(std::optional<Color> seat) const noexcept;
  [[nodiscard]] bool is_here(Color side) const noexcept;
  [[nodiscard]] bool players_are_gone() const noexcept;
  [[nodiscard]] std::optional<Color> engine_side() const noexcept;

  const Setup m_setup;
  const std::shared_ptr<const RoomRules> m_rules_held;
  const RoomRules& m_rules;
  const std::weak_ptr<SearchQueue> m_queue;
  std::atomic<TimePoint::rep> m_due;

  mutable std::mutex m_mutex;
  OnlineGame m_game;
  std::vector<Connection> m_connections;
  Number m_last_number = 0;
  TimePoint m_empty_since;                ///< no player is there
  std::optional<TimePoint> m_stale_since; ///< others do not know yet how many spectators there are
  std::optional<TimePoint> m_ended;
  std::array<std::string, color_count> m_names;
  bool m_open;
  std::optional<Color> m_rematch_by; ///< who wants another game
  bool m_rematch_agreed = false;     ///< it is being made
  std::optional<Next> m_next;
  std::size_t m_noted = 0; ///< moves that the journal has
  bool m_changed = true;   ///< something else than by a move, since it was written there
  bool m_in_database = false;
  bool m_kept = false;
  bool m_keeping = false; ///< the end is not shown yet
  bool m_closed = false;
  // the engine's search
  SearchQueue::Ticket m_ticket = 0;
  std::uint64_t m_request = 0;          ///< of the search that counts
  std::size_t m_thinks_at = 0;          ///< number of moves
  std::optional<engine::Score> m_worth; ///< of the game to the engine, when it moved last
};

[[nodiscard]] std::int64_t time_of_system();

/// What holds for every game of a server.
struct RoomRules {
  double messages_a_second = 10; ///< of one connection
  std::size_t message_bytes = 2048;
  std::size_t most_spectators = 100;
  std::size_t most_connections = 4; ///< of one player; beyond, the oldest is closed
  std::chrono::milliseconds leave_after{60 * 60'000}; ///< nobody is there, and no clock runs
  /// Nobody has come yet: from then on it gives its place to another game, if there are too many.
  std::chrono::milliseconds spare{60'000};
  std::chrono::milliseconds forget_after{60 * 60'000}; ///< the game has ended
  std::chrono::milliseconds gather{1000};      ///< comings and goings of spectators, into one state
  std::chrono::milliseconds engine_time{1000}; ///< for a move without a clock
  std::chrono::milliseconds longest_engine_time{10'000}; ///< with one
  TimeSource now = std::chrono::steady_clock::now;
  /// Takes games that are over; empty: they are not kept. Others see the end of a game when it was
  /// kept, or could not be: true says that at once, else `done` is called later by another thread.
  std::function<bool(record::Game, std::function<void(bool written)> done)> keep;
  /// Takes games under way, that survive the server then; null: they do not.
  std::shared_ptr<GameJournal> journal;
  /// Milliseconds since 1970, for what outlives the process.
  std::function<std::int64_t()> wall = time_of_system;
  /// Opens another game. Called without a lock of a room; throws Error when there are too many.
  std::function<void(GameRoom::Setup)> begin_game;
};

} // namespace xq::service
