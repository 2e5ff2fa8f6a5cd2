// Whatever two players and a spectator send, the game stays one game.
#include "service/play/play_rooms.hpp"
#include "support/catch.hpp"
#include "support/listener.hpp"
#include "support/rounds.hpp"

#include <xq/board/fen.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <array>
#include <random>

using namespace xq;
using namespace xq::service;
using namespace std::chrono_literals;
using support::at;
using support::Listener;
using support::parsed;
using support::StandingClock;

namespace {

struct Guest {
  Listener ear;
  std::unique_ptr<Conversation> conversation;
};

std::string last_state(const Listener& ear) {
  const auto messages = ear.all();
  for (auto i = messages.rbegin(); i != messages.rend(); ++i) {
    if (i->starts_with(R"({"type":"state")")) {
      return *i;
    }
  }
  return {};
}

/// A state without what depends on who sees it.
std::string without_viewer(const JsonValue& state) {
  JsonValue::Object members;
  for (const auto& [name, value] : *state.object()) {
    if (name != "you" && name != "legal") {
      members.emplace_back(name, value);
    }
  }
  std::string text;
  JsonWriter json{text};
  JsonValue{std::move(members)}.write(json);
  return text;
}

class Chaos {
public:
  explicit Chaos(unsigned seed) : m_random{seed} {
    PlayOptions options;
    options.rules.now = m_clock.source();
    options.rules.messages_a_second = 1e9;
    m_rooms = std::make_unique<PlayRooms>(
        std::move(options), std::make_shared<SearchQueue>(SearchQueue::Options{1, 1}));
    Request request;
    request.body = fmt::format(R"({{"minutes":{},"increment":{},"chat":true,"rules":"{}"}})",
                               seed % 3 == 0 ? 0 : 1, seed % 3 == 0 ? 0 : seed % 5,
                               seed % 2 == 0 ? "wxf" : "none");
    m_game = parsed(*m_rooms->create(request).body);
    for (std::size_t i = 0; i < 3; ++i) {
      connect(i);
    }
  }

  void step() {
    m_clock.pass(std::chrono::milliseconds{pick(8) == 0 ? pick(20'000) : pick(500)});
    const auto who = pick(3);
    switch (pick(20)) {
    case 0:
      m_guests[who].conversation.reset();
      connect(who);
      break;
    case 1:
      m_rooms->tick(m_clock.now());
      break;
    default:
      m_guests[who].conversation->receive(message(who));
    }
    check();
  }
  [[nodiscard]] bool over() const { return m_over; }
  [[nodiscard]] std::size_t moves() const { return m_moves; }

private:
  std::size_t pick(std::size_t below) { return m_random() % below; }

  void connect(std::size_t who) {
    const std::array keys{at(m_game, "key"), at(m_game, "other.key"), std::string{}};
    auto opened = m_rooms->open(at(m_game, "id"), keys[who], m_guests[who].ear.outlet());
    REQUIRE(opened.conversation);
    m_guests[who].conversation = std::move(opened.conversation);
  }

  /// Mostly moves, legal and not.
  std::string message(std::size_t who) {
    const auto state = parsed(last_state(m_guests[pick(4) == 0 ? pick(2) : who].ear));
    const auto& legal = *state.find("legal")->array();
    const auto ply = state.find("moves")->array()->size();
    const auto kind = pick(40);
    if (kind < 33 && !legal.empty()) {
      return fmt::format(R"({{"type":"move","move":"{}","ply":{}}})",
                         at(legal[pick(legal.size())], "uci"), ply - (pick(30) == 0 ? 1 : 0));
    }
    if (kind < 35) {
      const Move any{make_square(static_cast<int>(pick(9)), static_cast<int>(pick(10))),
                     make_square(static_cast<int>(pick(9)), static_cast<int>(pick(10)))};
      return fmt::format(R"({{"type":"move","move":"{}","ply":{}}})",
                         uci::move_text(any, uci::RankBase::zero), ply);
    }
    constexpr std::array others{R"({"type":"undo"})",  R"({"type":"draw"})",
                                R"({"type":"undo"})",  R"({"type":"decline"})",
                                R"({"type":"ping"})",  R"({"type":"chat","text":"\u0000x"})",
                                R"({"type":"state"})", "[[[["};
    return kind == 39 && pick(10) == 0 ? R"({"type":"resign"})" : others[pick(others.size())];
  }

  void check() {
    std::string common;
    JsonValue state;
    for (const Guest& guest : {std::cref(m_guests[0]), std::cref(m_guests[1])}) {
      state = parsed(last_state(guest.ear));
      const auto now = without_viewer(state);
      CHECK((common.empty() || common == now));
      common = now;
    }
    // the spectator, whose coming back the others see a second later
    CHECK(at(parsed(last_state(m_guests[2].ear)), "fen") == at(state, "fen"));
    check_moves(state);
    check_clocks(state);
    for (const Guest& guest :
         {std::cref(m_guests[0]), std::cref(m_guests[1]), std::cref(m_guests[2])}) {
      for (const auto& heard : guest.ear.all()) {
        CHECK(heard.find(at(m_game, "key")) == std::string::npos);
        CHECK(heard.find(at(m_game, "other.key")) == std::string::npos);
      }
      CHECK(guest.ear.code() == 0);
    }
    if (m_over) {
      CHECK(common == m_common);
    }
    m_over = at(state, "result") != "null";
    m_common = common;
  }

  void check_moves(const JsonValue& state) {
    Position position = Position::start();
    for (const auto& played : *state.find("moves")->array()) {
      const Move move = uci::parse_move(at(played, "uci"), uci::RankBase::zero);
      REQUIRE(position.is_legal(move));
      position.do_move(move);
    }
    CHECK(at(state, "fen") == write_fen(position));
  }

  void check_clocks(const JsonValue& state) {
    const auto moves = state.find("moves")->array()->size();
    const auto* const clocks = state.find("clocks");
    if (clocks == nullptr) {
      return;
    }
    const std::array left{clocks->find("red")->integer().value_or(-1),
                          clocks->find("black")->integer().value_or(-1)};
    const auto increment = clocks->find("increment")->integer().value_or(0);
    for (std::size_t i = 0; i < left.size(); ++i) {
      CHECK(left[i] >= 0);
      if (moves >= m_moves && m_known) { // no move was taken back
        const auto gained = moves > m_moves && i == m_moves % 2 ? increment : 0;
        CHECK(left[i] <= m_left[i] + gained);
      }
    }
    m_left = left;
    m_moves = moves;
    m_known = true;
  }

  std::mt19937 m_random;
  StandingClock m_clock;
  std::unique_ptr<PlayRooms> m_rooms;
  JsonValue m_game;
  std::array<Guest, 3> m_guests;
  std::array<std::int64_t, 2> m_left{};
  std::size_t m_moves = 0;
  std::string m_common;
  bool m_known = false;
  bool m_over = false;
};

} // namespace

TEST_CASE("play: random messages of two players and a spectator never break a game", "[threads]") {
  std::size_t over = 0;
  std::size_t longest = 0;
  for (unsigned seed = 1; seed <= support::rounds(10); ++seed) {
    INFO("seed " << seed);
    Chaos chaos{seed};
    for (int i = 0; i < 200; ++i) {
      chaos.step();
      longest = std::max(longest, chaos.moves());
    }
    over += chaos.over() ? 1U : 0U;
  }
  CHECK(over > 2); // the test gets somewhere
  CHECK(longest > 20);
}
