#include "base/text/json_writer.hpp"
#include "service/move_json.hpp"
#include "service/play/game_room.hpp"

#include <fmt/core.h>

namespace xq::service {

void GameRoom::add_record(record::Game& out) const {
  const auto name = [&](Color side) {
    const Player& player = m_setup.players[to_index(side)];
    const std::string& typed = m_names[to_index(side)];
    return player.level    ? fmt::format("xq, level {}", *player.level)
           : typed.empty() ? std::string{"?"}
                           : typed;
  };
  out.source = "xq serve";
  out.add_tag("Event", "xq serve");
  out.add_tag("Site", "?");
  out.add_tag("Date", m_setup.date);
  out.add_tag("Round", "?");
  out.add_tag("Red", name(Color::red));
  out.add_tag("Black", name(Color::black));
  m_game.add_to(out);
  out.add_tag("GameId", m_setup.id); // tells games apart that are alike otherwise
}

record::Game GameRoom::record() const {
  const std::lock_guard lock{m_mutex};
  record::Game game;
  add_record(game);
  return game;
}

std::shared_ptr<const std::string> GameRoom::state_for(std::optional<Color> you,
                                                       TimePoint now) const {
  std::string text;
  JsonWriter json{text};
  json.begin_object().member("type", "state").member("id", std::string_view{m_setup.id}).key("you");
  if (you) {
    json.value(name_of(*you));
  } else {
    json.null();
  }
  m_game.write_members(json, you, now);
  write_players(json);
  json.member("chat", m_setup.chat).member("spectators", count(std::nullopt)).key("handicap");
  if (m_setup.handicap.empty()) {
    json.null();
  } else {
    json.begin_object()
        .member("giver", name_of(m_setup.giver))
        .member("pieces", std::string_view{m_setup.handicap})
        .end_object();
  }
  json.member("open", m_open);
  write_rematch(json, you);
  json.end_object();
  return to_message(std::move(text));
}

void GameRoom::write_players(JsonWriter& json) const {
  json.key("players").begin_object();
  for (const Color side : {Color::red, Color::black}) {
    const Player& player = m_setup.players[to_index(side)];
    json.key(name_of(side))
        .begin_object()
        .member("name", std::string_view{m_names[to_index(side)]})
        .member("here", is_here(side))
        .key("engine");
    if (player.level) {
      json.value(*player.level);
    } else {
      json.null();
    }
    json.end_object();
  }
  json.end_object();
}

/// The next game has another secret for each player.
void GameRoom::write_rematch(JsonWriter& json, std::optional<Color> you) const {
  json.key("rematch");
  if (!m_rematch_by && !m_next) {
    json.null();
    return;
  }
  json.begin_object();
  if (m_rematch_by) {
    json.member("by", name_of(*m_rematch_by));
  }
  if (m_next) {
    json.member("id", std::string_view{m_next->id});
    if (you) {
      json.member("side", name_of(~*you))
          .member("key", std::string_view{m_next->keys[to_index(*you)]});
    }
  }
  json.end_object();
}

void GameRoom::send_states(TimePoint now) {
  m_stale_since.reset();
  if (m_keeping) {
    return; // soon
  }
  std::array<std::shared_ptr<const std::string>, color_count + 1> made;
  for (const Connection& connection : m_connections) {
    auto& state = made[connection.seat ? to_index(*connection.seat) : color_count];
    if (!state) {
      state = state_for(connection.seat, now);
    }
    connection.outlet.send(state);
  }
}

} // namespace xq::service
