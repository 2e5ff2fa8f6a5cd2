#pragma once

#include "service/play/play_rooms.hpp"
#include "support/catch.hpp"
#include "support/listener.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

/// Rooms with a clock of their own.
struct Hall {
  explicit Hall(xq::service::PlayOptions options = {}) {
    options.rules.now = clock.source();
    options.date = [] { return std::string{"2026.11.22"}; };
    rooms = std::make_unique<xq::service::PlayRooms>(std::move(options), queue);
  }

  [[nodiscard]] xq::service::Response post(std::string body, std::string client = {}) const {
    xq::service::Request request;
    request.client = std::move(client);
    request.method = "POST";
    request.target = "/play";
    request.body = std::move(body);
    return rooms->create(request);
  }
  [[nodiscard]] xq::JsonValue create(std::string body = "{}") const {
    const auto response = post(std::move(body));
    REQUIRE(response.status == 201);
    return parsed(*response.body);
  }

  StandingClock clock;
  std::shared_ptr<xq::service::SearchQueue> queue = std::make_shared<xq::service::SearchQueue>(
      xq::service::SearchQueue::Options{.engines = 1, .hash_megabytes = 1});
  std::unique_ptr<xq::service::PlayRooms> rooms;
};

/// Somebody with a connection to a game.
class Guest {
public:
  Guest(const Hall& hall, const std::string& id, const std::string& key) {
    auto opened = hall.rooms->open(id, key, m_ear.outlet());
    REQUIRE(opened.conversation);
    m_conversation = std::move(opened.conversation);
  }
  void send(std::string_view message) { m_conversation->receive(message); }
  void move(std::string_view uci, std::size_t ply) {
    send(fmt::format(R"({{"type":"move","move":"{}","ply":{}}})", uci, ply));
  }
  void hang_up() { m_conversation.reset(); }
  [[nodiscard]] const Listener& ear() const { return m_ear; }
  /// The last state.
  [[nodiscard]] xq::JsonValue state() const {
    const auto messages = m_ear.all();
    for (auto i = messages.rbegin(); i != messages.rend(); ++i) {
      if (i->find(R"("type":"state")") != std::string::npos) {
        return parsed(*i);
      }
    }
    return {};
  }
  [[nodiscard]] std::string says(std::string_view path) const { return at(state(), path); }
  [[nodiscard]] std::size_t moves() const { return state().find("moves")->array()->size(); }

private:
  Listener m_ear;
  std::unique_ptr<xq::service::Conversation> m_conversation;
};

/// A game and its two players; Red made it.
struct Table {
  explicit Table(const Hall& hall, std::string body = "{}")
      : game{hall.create(std::move(body))},
        id{at(game, "id")},
        red{hall, id, at(game, "key")},
        black{hall, id, at(game, "other.key")} {}

  /// Both sides in turn.
  void play(const std::vector<std::string_view>& moves) {
    for (const auto move : moves) {
      const auto ply = red.moves();
      (red.says("turn") == "red" ? red : black).move(move, ply);
      REQUIRE(red.moves() == ply + 1);
    }
  }

  xq::JsonValue game;
  std::string id;
  Guest red;
  Guest black;
};

} // namespace support
