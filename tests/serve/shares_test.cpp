// One visitor does not take what is there for all: memory, places, turns. Addresses 127.0.0.1,
// 127.0.0.2 ... stand for visitors.
#include "serve/running_server.hpp"
#include "support/catch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace xq;
using namespace xq::tests;
using namespace std::chrono_literals;

namespace {

using Clients = std::vector<std::unique_ptr<Client>>;

/// One thread takes all requests, so that they are taken in the order in which they are sent.
serve::Options one_thread() {
  auto options = RunningServer::options();
  options.threads = 1;
  options.slow_threads = 1;
  return options;
}

Client& add(Clients& clients, const RunningServer& running, const char* from = "127.0.0.1") {
  return *clients.emplace_back(std::make_unique<Client>(running.port(), from));
}

/// Sends by a new client, and waits until the one thread of the server has taken it.
void send_in_turn(Clients& clients, const RunningServer& running, const std::string& bytes,
                  const char* from = "127.0.0.1") {
  add(clients, running, from).send(bytes);
  CHECK(Client{running.port()}.ask(get("/echo")).status == 200);
}

/// Each client gets an answer.
void check_answers(const Clients& clients) {
  for (const auto& client : clients) {
    CHECK(client->answer().status == 200);
  }
}

std::string declared(std::size_t length, std::string_view part) {
  return fmt::format("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{}",
                     length, part);
}

} // namespace

TEST_CASE("answers that are not read: one visitor holds a share of the memory, no more",
          "[threads]") {
  RunningServer running{one_thread()};
  Clients clients;
  send_in_turn(clients, running, get("/big")); // a share
  const auto refused = Client{running.port()}.ask(get("/big"));
  CHECK(refused.status == 503);
  CHECK(refused.headers.contains("retry-after"));
  CHECK(Client{running.port()}.ask(get("/tagged")).status == 200); // what is small is sent
  const auto other = Client{running.port(), "127.0.0.2"}.ask(get("/big"));
  CHECK(other.status == 200);
  CHECK(other.body.size() == 32U << 20U);
  CHECK(clients.front()->answer().status == 200); // it reads at last
  CHECK(Client{running.port()}.ask(get("/big")).status == 200);
}

TEST_CASE("answers that are not read: all visitors together are limited, too", "[threads]") {
  auto options = one_thread();
  options.limits.all_answers_bytes = 80U << 20U; // two and a half
  RunningServer running{options};
  Clients clients;
  send_in_turn(clients, running, get("/big"), "127.0.0.1");
  send_in_turn(clients, running, get("/big"), "127.0.0.2");
  CHECK(Client{running.port(), "127.0.0.3"}.ask(get("/big")).status == 503);
  clients.clear(); // they go
  CHECK(running.wait_for_connections(0));
  CHECK(Client{running.port(), "127.0.0.3"}.ask(get("/big")).status == 200);
}

TEST_CASE("a large answer is given up after twice the time of a small one", "[threads]") {
  auto options = one_thread();
  options.limits.write_time = 300ms;
  RunningServer running{options};
  Client client{running.port()};
  client.keep_small_window();
  client.send(get("/big")); // half an hour at the rate of a slow client
  CHECK(running.wait_for_connections(0));
}

TEST_CASE("bodies that are declared and do not come hold no memory", "[threads]") {
  auto options = one_thread();
  options.limits.all_bodies_bytes = 1U << 20U;
  RunningServer running{options};
  Clients clients;
  for (int i = 0; i < 40; ++i) { // ten times what there is
    add(clients, running).send(declared(256U << 10U, "x"));
  }
  CHECK(Client{running.port()}.ask(post("/echo", std::string(20'000, 'y'))).status == 200);
}

TEST_CASE("bodies that come: one visitor holds half of the memory at most", "[threads]") {
  auto options = one_thread();
  options.limits.all_bodies_bytes = 1U << 20U;
  RunningServer running{options};
  Clients clients;
  const std::string part(190'000, 'x');
  for (int i = 0; i < 2; ++i) {
    send_in_turn(clients, running, declared(256U << 10U, part));
  }
  CHECK(Client{running.port()}.ask(declared(256U << 10U, part)).status == 503);
  CHECK(Client{running.port(), "127.0.0.2"}.ask(post("/echo", part)).status == 200);
  clients.clear();
  CHECK(running.wait_for_connections(0));
  CHECK(Client{running.port()}.ask(post("/echo", part)).status == 200);
}

TEST_CASE("slow questions: visitors take turns", "[threads]") {
  RunningServer running{one_thread()};
  Clients clients;
  send_in_turn(clients, running, get("/slow?a1"));
  REQUIRE(running.service.wait_for_slow(1));
  for (const char* target : {"/slow?a2", "/slow?a3", "/slow?a4"}) {
    send_in_turn(clients, running, get(target));
  }
  send_in_turn(clients, running, get("/slow?b1"), "127.0.0.2");
  send_in_turn(clients, running, get("/slow?c1"), "127.0.0.3");
  running.service.release();
  check_answers(clients);
  CHECK(running.service.slow_order() == std::vector<std::string>{"/slow?a1", "/slow?a2", "/slow?b1",
                                                                 "/slow?c1", "/slow?a3",
                                                                 "/slow?a4"});
}

TEST_CASE("slow questions: who has most places gives one to who has none", "[threads]") {
  auto options = one_thread();
  options.limits.slow_waiting = 3;
  RunningServer running{options};
  Clients clients;
  send_in_turn(clients, running, get("/slow?a1"));
  REQUIRE(running.service.wait_for_slow(1));
  for (const char* target : {"/slow?a2", "/slow?a3", "/slow?a4"}) {
    send_in_turn(clients, running, get(target));
  }
  CHECK(Client{running.port()}.ask(get("/slow?a5")).status == 503);
  send_in_turn(clients, running, get("/slow?b1"), "127.0.0.2");
  const auto displaced = clients[3]->answer();
  CHECK(displaced.status == 503);
  CHECK(displaced.headers.contains("retry-after"));
  CHECK(Client{running.port(), "127.0.0.2"}.ask(get("/slow?b2")).status == 503); // as many as a
  running.service.release();
  CHECK(clients.back()->answer().status == 200);
}

TEST_CASE("slow questions: dear ones leave a thread to the others", "[threads]") {
  auto options = one_thread();
  options.slow_threads = 2;
  RunningServer running{options};
  Clients clients;
  for (int i = 0; i < 3; ++i) {
    send_in_turn(clients, running, get("/slow?dear"));
  }
  REQUIRE(running.service.wait_for_slow(1));
  CHECK(Client{running.port()}.ask(get("/slowly")).status == 200);
  CHECK(running.service.slow_order().size() == 1);
  running.service.release();
  check_answers(clients);
}

TEST_CASE("slow questions: nobody works for a client that has gone", "[threads]") {
  auto options = one_thread();
  options.limits.slow_waiting = 2;
  RunningServer running{options};
  Clients clients;
  send_in_turn(clients, running, get("/slow?a1"));
  REQUIRE(running.service.wait_for_slow(1));
  send_in_turn(clients, running, get("/slow?gone"));
  send_in_turn(clients, running, get("/slow?gone"));
  clients[1]->close();
  clients[2]->close();
  CHECK(running.wait_for_connections(1));
  send_in_turn(clients, running, get("/slow?a2")); // their places are free
  running.service.release();
  CHECK(clients.back()->answer().status == 200);
  CHECK(running.service.slow_order() == std::vector<std::string>{"/slow?a1", "/slow?a2"});
}
