// Slow clients, many clients, and the end of the server.
#include "serve/running_server.hpp"
#include "support/catch.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace xq;
using namespace xq::tests;
using namespace std::chrono_literals;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a request that takes too long to arrive is given up", "[threads]") {
  auto options = RunningServer::options();
  options.limits.header_time = 200ms;
  options.limits.body_time = 200ms;
  RunningServer running{options};
  Client header{running.port()};
  CHECK(header.ask("GET /echo HTTP/1.1\r\nHost: loc").status == 408);
  Client body{running.port()};
  CHECK(body.ask("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc").status ==
        408);
  Client silent{running.port()};
  CHECK(silent.ended());
  // A byte now and then does not help.
  Client trickle{running.port()};
  const auto bytes = get("/echo", "X: " + std::string(5000, 'x') + "\r\n");
  for (std::size_t i = 0; i < 30; ++i) {
    trickle.send(std::string_view{bytes}.substr(i, 1));
    std::this_thread::sleep_for(20ms);
  }
  CHECK(trickle.answer().status == 408);
  CHECK(running.wait_for_connections(4));
}

TEST_CASE("a client that does not read its answer is given up", "[threads]") {
  auto options = RunningServer::options();
  options.limits.write_time = 200ms;
  RunningServer running{options};
  Client client{running.port()};
  client.keep_small_window();
  client.send(get("/echo?x"));
  CHECK(client.answer().status == 200);
  client.send(get("/tagged"));
  for (int i = 0; i < 4000; ++i) { // answers fill what the system keeps for both sides
    if (!client.send(get("/tagged"))) {
      break;
    }
    if (running.server().connections() == 0) {
      break;
    }
  }
  CHECK(running.wait_for_connections(0));
}

TEST_CASE("idle connections are closed in time, and not before", "[threads]") {
  auto options = RunningServer::options();
  options.limits.idle_time = 400ms;
  RunningServer running{options};
  Client client{running.port()};
  CHECK(client.ask(get("/echo")).status == 200);
  std::this_thread::sleep_for(150ms);
  CHECK(client.ask(get("/echo")).status == 200);
  CHECK_FALSE(client.ended(100ms));
  CHECK(client.ended(5s));
}

TEST_CASE("clients that vanish leave nothing behind", "[threads]") {
  RunningServer running;
  for (int i = 0; i < 50; ++i) {
    Client client{running.port()};
    const auto bytes = post("/read", std::string(20'000, 'x')) + get("/slow");
    client.send(std::string_view{bytes}.substr(0, static_cast<std::size_t>(i) * 450));
  }
  running.service.release();
  CHECK(running.wait_for_connections(0));
}

TEST_CASE("connections are limited, in all and from an address", "[threads]") {
  auto options = RunningServer::options();
  SECTION("in all") { options.limits.connections = 3; }
  SECTION("from an address") {
    options.limits.per_address = 3;
    options.limits.limit_own_machine = true;
  }
  RunningServer running{options};
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 3; ++i) {
    clients.push_back(std::make_unique<Client>(running.port()));
    CHECK(clients.back()->ask(get("/echo")).status == 200);
  }
  Client refused{running.port()};
  const auto answer = refused.answer();
  CHECK(answer.status == 503);
  CHECK(answer.headers.at("retry-after") == "10");
  CHECK(refused.ended());
  clients.pop_back();
  CHECK(running.wait_for_connections(2));
  Client next{running.port()};
  CHECK(next.ask(get("/echo")).status == 200);
}

TEST_CASE("the service is told whose request it is, where clients are limited", "[threads]") {
  auto options = RunningServer::options();
  const auto client_of = [&] {
    RunningServer running{options};
    return Client{running.port()}.ask(get("/client")).body;
  };
  CHECK(client_of().empty()); // a proxy asks for many
  options.limits.limit_own_machine = true;
  CHECK(client_of() == "127.0.0.1");
}

TEST_CASE("connections of this machine are not counted by address: a proxy makes them",
          "[threads]") {
  auto options = RunningServer::options();
  options.limits.per_address = 1;
  RunningServer running{options};
  Client first{running.port()};
  Client second{running.port()};
  CHECK(first.ask(get("/echo")).status == 200);
  CHECK(second.ask(get("/echo")).status == 200);
}

TEST_CASE("slow questions wait in a bounded queue and hold up no others", "[threads]") {
  auto options = RunningServer::options();
  options.threads = 1;
  options.slow_threads = 1;
  options.limits.slow_waiting = 2;
  RunningServer running{options};
  std::vector<std::unique_ptr<Client>> clients;
  const auto ask_slowly = [&] {
    clients.push_back(std::make_unique<Client>(running.port()));
    clients.back()->send(get("/slow"));
  };
  ask_slowly();
  REQUIRE(running.service.wait_for_slow(1));
  ask_slowly();
  ask_slowly();
  Client fast{running.port()};
  CHECK(fast.ask(get("/echo")).status == 200); // the same thread has taken the others before
  const auto refused = fast.ask(get("/slow"));
  CHECK(refused.status == 503);
  CHECK(refused.headers.at("retry-after") == "3");
  CHECK(fast.ask(get("/echo")).status == 200); // the connection goes on
  running.service.release();
  for (const auto& client : clients) {
    CHECK(client->answer().status == 200);
  }
}

TEST_CASE("a server that stops finishes the answers that it makes", "[threads]") {
  auto options = RunningServer::options();
  RunningServer running{options};
  Client slow{running.port()};
  slow.send(get("/slow"));
  REQUIRE(running.service.wait_for_slow(1));
  Client waiting{running.port()};
  CHECK(waiting.ask(get("/echo")).status == 200);
  Client half{running.port()};
  half.send("GET /echo HTTP/1.1\r\n");
  std::this_thread::sleep_for(50ms);
  running.ask_to_stop();
  CHECK(waiting.ended()); // idle: nothing to wait for
  CHECK_THROWS(Client{running.port()});
  CHECK_FALSE(running.service.is_shut_down);
  const auto last = half.ask("Host: localhost\r\n\r\n"); // it had begun
  CHECK(last.status == 200);
  CHECK(last.headers.at("connection") == "close");
  running.service.release();
  CHECK(slow.answer().status == 200);
  slow.close();
  half.close();
  running.stop();
  CHECK(running.service.is_shut_down);
  CHECK(running.server().connections() == 0);
}

TEST_CASE("a server that stops does not wait forever", "[threads]") {
  auto options = RunningServer::options();
  options.limits.drain_time = 200ms;
  RunningServer running{options};
  Client half{running.port()};
  half.send("GET /echo HTTP/1.1\r\n");
  Client slow{running.port()};
  slow.send(get("/slow"));
  REQUIRE(running.service.wait_for_slow(1));
  running.ask_to_stop();
  CHECK(half.ended());
  running.stop();
  CHECK(running.server().connections() == 0);
}

TEST_CASE("a service that fails at the end does not keep the server from ending", "[threads]") {
  FakeService service;
  service.fails_at_the_end = true;
  serve::Server server{service, RunningServer::options()};
  CHECK_THROWS_WITH(server.run([] { return true; }), "games could not be kept");
}

TEST_CASE("clocks of the service are looked at ten times a second", "[threads]") {
  RunningServer running;
  std::this_thread::sleep_for(550ms);
  CHECK(running.service.ticks >= 2);
  CHECK(running.service.ticks <= 8);
}

TEST_CASE("an address that cannot be listened at is an error with advice", "[threads]") {
  RunningServer running;
  FakeService service;
  auto options = RunningServer::options();
  const auto said = [&](const std::string& host, std::uint16_t port) -> std::string {
    options.listen = {{host, port}};
    try {
      const serve::Server server{service, options};
    } catch (const Error& e) {
      return e.what();
    }
    return {};
  };
  CHECK_THAT(said("127.0.0.1", running.port()),
             ContainsSubstring("in use") && ContainsSubstring("another port (0: a free one)"));
  CHECK_THAT(said("192.0.2.1", 0),
             ContainsSubstring("192.0.2.1:0") && ContainsSubstring("ip address"));
  CHECK_THAT(said("no.such.name.invalid", 0), ContainsSubstring("no.such.name.invalid:0"));
  options.sockets = {0};
  CHECK_THAT(said("127.0.0.1", 0), ContainsSubstring("ListenStream="));
}

TEST_CASE("what other machines can reach is told") {
  FakeService service;
  auto options = RunningServer::options();
  options.listen = {{"0.0.0.0", 0}, {"127.0.0.1", 0}};
  const serve::Server server{service, options};
  REQUIRE(server.urls().size() == 2);
  REQUIRE(server.open_addresses().size() == 1);
  CHECK(server.open_addresses().front().starts_with("0.0.0.0:"));
}
