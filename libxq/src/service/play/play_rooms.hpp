#pragma once

#include "jobs/answer/field.hpp"
#include "service/http.hpp"
#include "service/play/game_keeper.hpp"
#include "service/play/game_room.hpp"
#include "service/service.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

struct PlayOptions {
  std::string keep_games;   ///< database; empty: none
  std::string spare_folder; ///< see GameKeeper::Options, as tell
  std::function<void(std::string_view text)> tell;
  std::size_t most_games = 1000;     ///< in memory, those that are over among them
  std::size_t most_games_each = 50;  ///< that one client has made and that are needed still
  bool lobby = false;                ///< games with a seat for anybody
  RoomRules rules;                   ///< but `keep`, `journal` and `begin_game`
  std::function<std::string()> date; ///< 2026.11.22; empty: the system's, UTC
};

/// All games that are played on a server: POST /play, GET /play/ID.pgn and the conversations at
/// /play/ID (docs/api_play.md). Thread-safe.
class PlayRooms {
public:
  using TimePoint = GameRoom::TimePoint;

  /// Throws DbError or FileError when the database cannot be written.
  PlayRooms(PlayOptions options, std::shared_ptr<SearchQueue> queue);
  ~PlayRooms();
  PlayRooms(const PlayRooms&) = delete;
  PlayRooms& operator=(const PlayRooms&) = delete;

  /// A new game, by the JSON in the body. Throws HttpError.
  [[nodiscard]] Response create(const Request& request);
  /// The games with a seat that anybody may take, as JSON.
  [[nodiscard]] Response lobby() const;
  /// What lobby(), accept() and create() answer.
  [[nodiscard]] static std::vector<jobs::Field> lobby_description();
  [[nodiscard]] static std::vector<jobs::Field> seat_description();
  [[nodiscard]] static std::vector<jobs::Field> game_description();
  /// Take such a seat. Throws HttpError.
  [[nodiscard]] Response accept(std::string_view id, const Request& request);
  /// A game as PGN, at any time. Throws HttpError.
  [[nodiscard]] Response pgn(std::string_view id) const;
  /// Take the seat that `key` opens, or look on with an empty key.
  [[nodiscard]] Service::Opened open(std::string_view id, std::string_view key, Outlet outlet);

  [[nodiscard]] TimePoint next_tick() const noexcept;
  void tick(TimePoint now);
  /// Ends all conversations. Games under way go on when the server comes back, where games are
  /// kept. Throws Error when those that are over cannot be.
  void shut_down();

private:
  [[nodiscard]] std::shared_ptr<GameRoom> find(std::string_view id) const;
  struct NewGame {
    GameRoom::Setup setup;
    Color side; ///< of who makes it
  };
  [[nodiscard]] NewGame read_new_game(const JsonValue& wanted) const;
  void restore();
  void begin(GameRoom::Setup setup);
  void add(const std::shared_ptr<GameRoom>& room);
  void forget(const std::string& id) const;
  [[nodiscard]] std::size_t games_of(const std::string& client) const;
  void make_place();

  PlayOptions m_options;
  std::shared_ptr<SearchQueue> m_queue;
  std::shared_ptr<GameKeeper> m_keeper; ///< null: games are not kept
  std::shared_ptr<const RoomRules> m_rules;
  struct Held {
    std::shared_ptr<GameRoom> room;
    std::string client; ///< who made it; empty: not limited
  };
  using Rooms = std::map<std::string, Held, std::less<>>; ///< by id

  mutable std::shared_mutex m_mutex;
  Rooms m_rooms;
  bool m_closed = false;
};

} // namespace xq::service
