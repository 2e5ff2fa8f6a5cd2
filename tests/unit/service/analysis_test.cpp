#include "service/analysis/analysis.hpp"
#include "support/catch.hpp"
#include "support/listener.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <thread>

using namespace xq;
using namespace xq::service;
using namespace std::chrono_literals;
using support::at;
using support::Listener;
using support::parsed;
using support::StandingClock;

namespace {

std::shared_ptr<SearchQueue> make_queue(SearchQueue::Options options = {}) {
  options.hash_megabytes = 1;
  return std::make_shared<SearchQueue>(options);
}

/// Somebody with a connection to /analysis.
class Client {
public:
  explicit Client(std::shared_ptr<SearchQueue> queue, const AnalysisLimits& limits = {},
                  TimeSource now = std::chrono::steady_clock::now)
      : m_conversation{make_analysis(std::move(queue), m_ear.outlet(), limits, std::move(now))} {}
  void send(std::string_view message) { m_conversation->receive(message); }
  void hang_up() { m_conversation.reset(); }
  [[nodiscard]] const Listener& ear() const { return m_ear; }
  [[nodiscard]] std::string wait_for(std::string_view part) const { return m_ear.wait_for(part); }

private:
  Listener m_ear;
  std::unique_ptr<Conversation> m_conversation;
};

/// A move of a game, without the game: says when it is found.
class Waiting final : public SearchTask {
public:
  explicit Waiting(const Listener& ear) : m_outlet{ear.outlet()} {}
  std::optional<SearchQuestion> question() override {
    SearchQuestion question;
    question.limits.nodes = 500;
    return question;
  }
  void finished(const engine::Report& report, bool shut_down) override {
    m_outlet.send(to_message(shut_down ? "shutdown" : report.lines.empty() ? "none" : "found"));
  }
  [[nodiscard]] const void* owner() const noexcept override { return this; }

private:
  Outlet m_outlet;
};

} // namespace

TEST_CASE("analysis: the answers to a question, to its limit", "[threads]") {
  Client client{make_queue()};
  client.send(R"({"type":"go","id":7,"moves":["h2e2"],"multipv":2,"depth":6})");
  CHECK(client.wait_for("\"done\"") == R"({"type":"done","id":7,"reason":"limit"})");
  const auto messages = client.ear().all();
  REQUIRE(messages.size() >= 2);
  const auto info = parsed(messages[messages.size() - 2]);
  CHECK(at(info, "type") == "info");
  CHECK(at(info, "id") == "7");
  CHECK(at(info, "depth") == "6"); // the deepest comes, however fast
  REQUIRE(info.find("lines")->array()->size() == 2);
  const auto& line = (*info.find("lines")->array())[0];
  CHECK(line.find("score")->integer());
  CHECK(line.find("mate") == nullptr);
  const auto& first = (*line.find("moves")->array())[0];
  CHECK(at(first, "uci").size() == 4);
  CHECK(at(first, "san").size() == 12); // four Chinese characters
  CHECK(info.find("nodes")->integer().value_or(0) > 0);
}

TEST_CASE("analysis: mates are counted in moves, and a game that is over has no lines",
          "[threads]") {
  Client client{make_queue()};
  client.send(R"({"type":"go","id":"m","fen":"5k3/9/9/9/9/9/9/9/R8/3RK4 w","depth":5})");
  CHECK(!client.wait_for("\"done\"").empty());
  CHECK(!client.wait_for(R"("score":29999,"mate":1,)").empty());
  client.send(R"({"type":"go","fen":"3k5/3P5/9/9/9/9/9/3R5/9/4K4 b"})");
  CHECK(!client.wait_for(R"({"type":"done","reason":"over"})").empty());
}

TEST_CASE("analysis: a mate that is proved comes before the search", "[threads]") {
  constexpr std::string_view seven_plies = "5ab2/2Nkan3/9/p4N2p/4P1b2/2p6/P2Cc4/9/4A4/1cBA1K3";
  Client client{make_queue()};
  client.send(fmt::format(R"({{"type":"go","id":1,"fen":"{} w","depth":1}})", seven_plies));
  const auto proof = parsed(client.wait_for(R"({"type":"proof")"));
  CHECK(!client.wait_for("\"done\"").empty());
  CHECK(at(proof, "id") == "1");
  CHECK(at(proof, "mate") == "2");
  CHECK(at(proof, "shortest") == "true");
  REQUIRE(proof.find("moves")->array()->size() == 3);
  CHECK(at((*proof.find("moves")->array())[0], "uci") == "c8d6");

  SECTION("and one that is suffered") {
    client.send(fmt::format(R"({{"type":"go","id":2,"fen":"{} w","moves":["c8d6"],"depth":1}})",
                            seven_plies));
    CHECK(!client.wait_for(R"({"type":"done","id":2)").empty());
    CHECK(!client.wait_for(R"({"type":"proof","id":2,"mate":-1,)").empty());
  }
  SECTION("none is told where none is proved") {
    client.send(R"({"type":"go","id":3,"depth":1})");
    CHECK(!client.wait_for(R"({"type":"done","id":3)").empty());
    const auto messages = client.ear().all();
    CHECK(std::none_of(messages.begin(), messages.end(), [](const std::string& message) {
      return message.find(R"("proof","id":3)") != std::string::npos;
    }));
  }
}

TEST_CASE("analysis: stop ends a search, a new question replaces it", "[threads]") {
  Client client{make_queue()};
  client.send(R"({"type":"go","id":1})");
  CHECK(!client.wait_for(R"("info","id":1)").empty());
  client.send(R"({"type":"go","id":2})");
  CHECK(!client.wait_for(R"({"type":"done","id":1,"reason":"stopped"})").empty());
  CHECK(!client.wait_for(R"("info","id":2)").empty());
  client.send(R"({"type":"stop"})");
  CHECK(client.ear().last() == R"({"type":"done","id":2,"reason":"stopped"})");
  client.send(R"({"type":"stop"})"); // nothing to stop
  client.send(R"({"type":"ping"})");
  CHECK(client.ear().last() == R"({"type":"pong"})");
  const auto messages = client.ear().all();
  const auto end_of_first =
      std::find(messages.begin(), messages.end(), R"({"type":"done","id":1,"reason":"stopped"})");
  CHECK(std::none_of(end_of_first + 1, messages.end(), [](const std::string& message) {
    return message.find("\"id\":1") != std::string::npos;
  }));
}

TEST_CASE("analysis: those who wait know their place, and move up when somebody leaves",
          "[threads]") {
  const auto queue = make_queue();
  Client first{queue};
  Client second{queue};
  Client third{queue};
  first.send(R"({"type":"go","id":"a"})");
  CHECK(!first.wait_for("info").empty());
  second.send(R"({"type":"go","id":"b"})");
  third.send(R"({"type":"go","id":"c"})");
  CHECK(second.ear().all() == std::vector<std::string>{R"({"type":"queued","id":"b","place":1})"});
  CHECK(third.ear().all() == std::vector<std::string>{R"({"type":"queued","id":"c","place":2})"});
  second.hang_up();
  CHECK(third.ear().last() == R"({"type":"queued","id":"c","place":1})");
  first.hang_up(); // while it searches
  CHECK(!third.wait_for("\"info\",\"id\":\"c\"").empty());
}

TEST_CASE("analysis: a search has a limit, and the queue has one", "[threads]") {
  AnalysisLimits limits;
  limits.longest = 50ms;
  const auto queue = make_queue({.most_waiting = 1});
  Client limited{queue, limits};
  const auto begin = std::chrono::steady_clock::now();
  limited.send(R"({"type":"go","seconds":1000})");
  CHECK(!limited.wait_for(R"("reason":"limit")").empty());
  CHECK(std::chrono::steady_clock::now() - begin < 5s);

  Client running{queue};
  Client waiting{queue};
  Client refused{queue};
  running.send(R"({"type":"go"})");
  CHECK(!running.wait_for("info").empty());
  waiting.send(R"({"type":"go"})");
  refused.send(R"({"type":"go","id":5})");
  CHECK(refused.ear().last().starts_with(R"({"type":"error","id":5,"error":"too many)"));
}

TEST_CASE("analysis: bad questions are errors, too many messages the end", "[threads]") {
  StandingClock clock;
  const auto queue = make_queue();
  Client client{queue, {}, clock.source()};
  for (const std::string message :
       {"", "[]", "{", "go", R"({"type":"move"})", R"({"type":"go","id":{}})",
        R"({"type":"go","id":[1]})", R"({"type":"go","fen":5})", R"({"type":"go","fen":"9/9"})",
        R"({"type":"go","moves":["h2h9","h2h9"]})", R"({"type":"go","moves":{}})",
        R"({"type":"go","multipv":0})", R"({"type":"go","multipv":11})",
        R"({"type":"go","depth":1.5})", R"({"type":"go","seconds":0})",
        R"({"type":"go","seconds":"1"})", R"({"type":"go","nodes":-5})",
        R"({"type":"go","type":"go"})"}) {
    INFO(message);
    clock.pass(1s);
    const auto before = client.ear().count();
    client.send(message);
    REQUIRE(client.ear().count() == before + 1);
    CHECK(client.ear().last().starts_with(R"({"type":"error",)"));
    CHECK(client.ear().last().ends_with(".\"}"));
  }
  for (int i = 0; i < 50 && client.ear().code() == 0; ++i) {
    client.send(R"({"type":"ping"})");
  }
  CHECK(client.ear().code() == 1008);
}

TEST_CASE("search queue: a move makes an analysis pause, which then goes on", "[threads]") {
  const auto queue = make_queue({.slice = 20ms});
  Client client{queue};
  client.send(R"({"type":"go","id":"a","seconds":1})");
  CHECK(!client.wait_for("info").empty());
  Client patient{queue};
  patient.send(R"({"type":"go","id":"p","depth":1})");
  const Listener ear;
  for (int i = 0; i < 3; ++i) {
    const auto task = std::make_shared<Waiting>(ear);
    const auto heard = ear.count();
    CHECK(queue->add(SearchQueue::Kind::move, task) != 0);
    CHECK(ear.wait_for("found", heard) == "found"); // long before the second is over
  }
  CHECK(client.wait_for("done") == R"({"type":"done","id":"a","reason":"limit"})");
  CHECK(!patient.wait_for("done").empty());
  // depths rise, also over the pauses
  std::int64_t depth = 0;
  for (const auto& message : client.ear().all()) {
    const auto info = parsed(message);
    if (const auto* const value = info.find("depth")) {
      CHECK(value->integer().value_or(0) >= depth);
      depth = value->integer().value_or(0);
    }
  }
}

TEST_CASE(
    "search queue: a move that comes as the one before is found waits for a slice, not longer",
    "[threads]") {
  /// Asks for the next one from within finished(), when no analysis runs.
  class Chain final : public SearchTask {
  public:
    Chain(SearchQueue& queue, Listener ear, int left)
        : m_queue{queue}, m_ear{std::move(ear)}, m_left{left} {}
    std::optional<SearchQuestion> question() override {
      SearchQuestion question;
      question.limits.nodes = 100;
      return question;
    }
    void finished(const engine::Report&, bool) override {
      if (m_left > 0) {
        static_cast<void>(m_queue.add(SearchQueue::Kind::move,
                                      std::make_shared<Chain>(m_queue, m_ear, m_left - 1)));
      } else {
        m_ear.outlet().send(to_message("found"));
      }
    }
    [[nodiscard]] const void* owner() const noexcept override { return &m_queue; }

  private:
    SearchQueue& m_queue;
    Listener m_ear;
    int m_left;
  };
  const auto queue = make_queue({.slice = 20ms});
  Client client{queue};
  client.send(R"({"type":"go"})");
  CHECK(!client.wait_for("info").empty());
  const Listener ear;
  CHECK(queue->add(SearchQueue::Kind::move, std::make_shared<Chain>(*queue, ear, 3)) != 0);
  CHECK(ear.wait_for("found") == "found");
}

namespace {

/// A search without end that says when it begins and that it was displaced.
class Endless final : public SearchTask {
public:
  Endless(Listener ear, std::string name) : m_ear{std::move(ear)}, m_name{std::move(name)} {}
  std::optional<SearchQuestion> question() override {
    m_ear.outlet().send(to_message(m_name));
    SearchQuestion question;
    question.limits.move_time = std::chrono::minutes{5};
    return question;
  }
  void displaced() override { m_ear.outlet().send(to_message(m_name + " displaced")); }
  void finished(const engine::Report&, bool) override {}
  [[nodiscard]] const void* owner() const noexcept override { return this; }

private:
  Listener m_ear;
  std::string m_name;
};

} // namespace

TEST_CASE("search queue: a long move pauses for that of a visitor who has no engine", "[threads]") {
  const auto queue = make_queue({.slice = 20ms});
  const Listener ear;
  for (int i = 0; i < 12; ++i) {
    CHECK(queue->add(SearchQueue::Kind::move, std::make_shared<Endless>(ear, fmt::format("a{}", i)),
                     "a") != 0);
  }
  CHECK(ear.wait_for("a0") == "a0");
  const Listener other;
  CHECK(queue->add(SearchQueue::Kind::move, std::make_shared<Waiting>(other), "b") != 0);
  CHECK(other.wait_for("found") == "found");
  CHECK(ear.wait_for("a0", 1) == "a0"); // goes on, once or, on a slow machine, more often
  CHECK(std::ranges::all_of(ear.all(), [](const auto& said) { return said == "a0"; }));
}

TEST_CASE("search queue: analyses of visitors take turns", "[threads]") {
  const auto queue = make_queue();
  const Listener ear;
  std::vector<SearchQueue::Ticket> tickets;
  const auto add = [&](const char* name, const char* visitor) {
    tickets.push_back(
        queue->add(SearchQueue::Kind::analysis, std::make_shared<Endless>(ear, name), visitor));
  };
  add("a1", "a");
  CHECK(ear.wait_for("a1") == "a1");
  add("a2", "a");
  add("a3", "a");
  add("b1", "b");
  for (const char* next : {"a2", "b1", "a3"}) {
    for (std::size_t i = 0; i < tickets.size(); ++i) {
      if (ear.last() == std::vector{"a1", "a2", "a3", "b1"}[i]) {
        queue->cancel(tickets[i]);
        break;
      }
    }
    CHECK(ear.wait_for(next) == next);
  }
}

TEST_CASE("search queue: who has all places gives one to who has none", "[threads]") {
  const auto queue = make_queue({.most_waiting = 3});
  const Listener ear;
  const auto add = [&](const std::string& name, const char* visitor) {
    return queue->add(SearchQueue::Kind::analysis, std::make_shared<Endless>(ear, name), visitor);
  };
  CHECK(add("a0", "a") != 0);
  CHECK(ear.wait_for("a0") == "a0");
  for (const char* name : {"a1", "a2", "a3"}) {
    CHECK(add(name, "a") != 0);
  }
  CHECK(add("a4", "a") == 0);
  CHECK(add("b1", "b") != 0);
  CHECK(ear.wait_for("displaced") == "a3 displaced");
  CHECK(add("b2", "b") == 0); // as many as a
}

TEST_CASE("search queue: what an analysis has learnt outlives a move of a game", "[threads]") {
  /// A search to a depth, for an owner; says how many nodes it took.
  class Counted final : public SearchTask {
  public:
    Counted(const Listener& ear, const void* owner) : m_outlet{ear.outlet()}, m_owner{owner} {}
    std::optional<SearchQuestion> question() override {
      SearchQuestion question;
      question.limits.depth = 10;
      return question;
    }
    void finished(const engine::Report& report, bool) override {
      m_outlet.send(to_message(fmt::format("{}", report.nodes)));
    }
    [[nodiscard]] const void* owner() const noexcept override { return m_owner; }

  private:
    Outlet m_outlet;
    const void* m_owner;
  };
  const auto queue = make_queue();
  const auto nodes = [&](SearchQueue::Kind kind, const void* owner) {
    const Listener ear;
    CHECK(queue->add(kind, std::make_shared<Counted>(ear, owner)) != 0);
    return std::stoull("0" + ear.wait_for(""));
  };
  const int analyst = 0;
  const int other_analyst = 0;
  const int game = 0;
  const auto first = nodes(SearchQueue::Kind::analysis, &analyst);
  CHECK(nodes(SearchQueue::Kind::move, &game) == first);        // nothing of it helps a game
  CHECK(nodes(SearchQueue::Kind::analysis, &analyst) != first); // it knows more already
  CHECK(nodes(SearchQueue::Kind::analysis, &other_analyst) == first);
}

TEST_CASE("search queue: moves do not keep analyses from their turn", "[threads]") {
  const auto queue = make_queue({.slice = 1ms});
  Client client{queue};
  const Listener ear;
  std::atomic<bool> done{false};
  std::thread flood{[&] {
    while (!done) {
      static_cast<void>(queue->add(SearchQueue::Kind::move, std::make_shared<Waiting>(ear)));
      std::this_thread::sleep_for(100us);
    }
  }};
  client.send(R"({"type":"go","id":"a","nodes":3000})");
  CHECK(!client.wait_for("done").empty());
  done = true;
  flood.join();
}

TEST_CASE("search queue: at the end everybody is told, and nothing is taken any more",
          "[threads]") {
  const auto queue = make_queue();
  Client running{queue};
  Client waiting{queue};
  running.send(R"({"type":"go","id":1})");
  CHECK(!running.wait_for("info").empty());
  waiting.send(R"({"type":"go","id":2})");
  queue->shut_down();
  CHECK(running.ear().last() == R"({"type":"done","id":1,"reason":"shutdown"})");
  CHECK(waiting.ear().last() == R"({"type":"done","id":2,"reason":"shutdown"})");
  running.send(R"({"type":"go","id":3})");
  CHECK(running.ear().last().starts_with(R"({"type":"error","id":3,)"));
}
