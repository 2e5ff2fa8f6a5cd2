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

/// Asks a slow question, and waits until the server has taken it.
void ask_slowly(Clients& clients, const RunningServer& running, const std::string& target,
                const char* from = "127.0.0.1") {
  add(clients, running, from).send(get(target));
  CHECK(Client{running.port()}.ask(get("/echo")).status == 200);
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
  add(clients, running).send(get("/big")); // a share
  CHECK(Client{running.port()}.ask(get("/echo")).status == 200);
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
  add(clients, running, "127.0.0.1").send(get("/big"));
  CHECK(Client{running.port()}.ask(get("/echo")).status == 200);
  add(clients, running, "127.0.0.2").send(get("/big"));
  CHECK(Client{running.port()}.ask(get("/echo")).status == 200);
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
    add(clients, running).send(declared(256U << 10U, part));
    CHECK(Client{running.port()}.ask(get("/echo")).status == 200);
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
  ask_slowly(clients, running, "/slow?a1");
  REQUIRE(running.service.wait_for_slow(1));
  for (const char* target : {"/slow?a2", "/slow?a3", "/slow?a4"}) {
    ask_slowly(clients, running, target);
  }
  ask_slowly(clients, running, "/slow?b1", "127.0.0.2");
  ask_slowly(clients, running, "/slow?c1", "127.0.0.3");
  running.service.release();
  for (const auto& client : clients) {
    CHECK(client->answer().status == 200);
  }
  CHECK(running.service.slow_order() == std::vector<std::string>{"/slow?a1", "/slow?a2", "/slow?b1",
                                                                 "/slow?c1", "/slow?a3",
                                                                 "/slow?a4"});
}

TEST_CASE("slow questions: who has most places gives one to who has none", "[threads]") {
  auto options = one_thread();
  options.limits.slow_waiting = 3;
  RunningServer running{options};
  Clients clients;
  ask_slowly(clients, running, "/slow?a1");
  REQUIRE(running.service.wait_for_slow(1));
  for (const char* target : {"/slow?a2", "/slow?a3", "/slow?a4"}) {
    ask_slowly(clients, running, target);
  }
  CHECK(Client{running.port()}.ask(get("/slow?a5")).status == 503);
  ask_slowly(clients, running, "/slow?b1", "127.0.0.2");
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
    ask_slowly(clients, running, "/slow?dear");
  }
  REQUIRE(running.service.wait_for_slow(1));
  CHECK(Client{running.port()}.ask(get("/slowly")).status == 200);
  CHECK(running.service.slow_order().size() == 1);
  running.service.release();
  for (const auto& client : clients) {
    CHECK(client->answer().status == 200);
  }
}

TEST_CASE("slow questions: nobody works for a client that has gone", "[threads]") {
  auto options = one_thread();
  options.limits.slow_waiting = 2;
  RunningServer running{options};
  Clients clients;
  ask_slowly(clients, running, "/slow?a1");
  REQUIRE(running.service.wait_for_slow(1));
  ask_slowly(clients, running, "/slow?gone");
  ask_slowly(clients, running, "/slow?gone");
  clients[1]->close();
  clients[2]->close();
  CHECK(running.wait_for_connections(1));
  ask_slowly(clients, running, "/slow?a2"); // their places are free
  running.service.release();
  CHECK(clients.back()->answer().status == 200);
  CHECK(running.service.slow_order() == std::vector<std::string>{"/slow?a1", "/slow?a2"});
}

TEST_CASE("a field of the header that goes on in the next line is refused", "[threads]") {
  RunningServer running;
  const auto status = [&](std::string_view bytes) {
    return Client{running.port()}.ask(bytes).status;
  };
  CHECK(status("GET /echo HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n") == 400);
  CHECK(status("GET /echo HTTP/1.1\r\nHost: localhost\r\nX: a\r\n\tb: c\r\n\r\n") == 400);
  CHECK(status("GET /echo HTTP/1.1\r\n Host: localhost\r\n\r\n") == 400);
  CHECK(status("GET /echo HTTP/1.1\r\nHost: localhost\r\nX:  a\tb \r\n\r\n") == 200);
  // A body may have such lines, and the parts of a request may come one by one.
  CHECK(status(post("/echo", "\n b\r\n\tc")) == 200);
  Client slow{running.port()};
  for (const char c : std::string_view{"GET /echo HTTP/1.1\r\nHost: localhost\r\nX: a\r\n"}) {
    slow.send({&c, 1});
  }
  CHECK(slow.ask(" b\r\n\r\n").status == 400);
  Client twice{running.port()};
  CHECK(twice.ask(post("/echo", "\n")).status == 200);
  CHECK(twice.ask(get("/echo")).status == 200);
  CHECK(twice.ask(get("/echo", "X: a\r\n b\r\n")).status == 400);
}

TEST_CASE("the service is told whether a browser asks for another site's page, or by a link",
          "[threads]") {
  auto options = RunningServer::options();
  options.origins = {"https://friend.example"};
  RunningServer running{options};
  const auto who = [&](std::string_view headers) {
    return Client{running.port()}.ask(get("/foreign", headers)).body;
  };
  CHECK(who("") == "own"); // a program
  CHECK(who("Referer: https://www.chessdb.cn/query/\r\nUser-Agent: Mozilla/5.0\r\n") == "own");
  CHECK(who("Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n") == "own");
  CHECK(who("Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\n") == "own");
  CHECK(who("Origin: https://friend.example\r\nSec-Fetch-Site: cross-site\r\n") == "own");
  CHECK(who("Origin: https://evil.example\r\n") == "foreign");
  CHECK(who("Origin: null\r\n") == "foreign");
  CHECK(who("Sec-Fetch-Site: same-site\r\n") == "foreign"); // another port of this machine
  CHECK(who("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n") == "foreign"); // a link
  CHECK(who("Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\n") == "foreign");
}
