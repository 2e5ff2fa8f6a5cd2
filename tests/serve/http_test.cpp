// HTTP over real sockets: what clients send, sound or not.
#include "serve/running_server.hpp"
#include "service/page/page.hpp"
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
using Catch::Matchers::ContainsSubstring;

namespace {

/// The status of the answer to `bytes` on a connection of its own.
int status_of(const RunningServer& running, std::string_view bytes) {
  Client client{running.port()};
  return client.ask(bytes).status;
}

} // namespace

TEST_CASE("requests are understood wherever the network cuts them", "[threads]") {
  RunningServer running;
  const auto bytes = get("/echo?a=1", "Accept: text/plain\r\n") +
                     "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                     "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n" +
                     get("/echo?b=2");
  const auto check = [](Client& client) {
    CHECK(client.answer().body == "GET /echo?a=1 ");
    CHECK(client.answer().body == "POST /echo abcde");
    CHECK(client.answer().body == "GET /echo?b=2 ");
  };
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    INFO("cut at " << cut);
    Client client{running.port()};
    client.send(std::string_view{bytes}.substr(0, cut));
    std::this_thread::sleep_for(500us);
    client.send(std::string_view{bytes}.substr(cut));
    check(client);
  }
  Client client{running.port()};
  for (const char c : bytes) {
    client.send({&c, 1});
  }
  check(client);
}

TEST_CASE("pipelined requests are answered in their order, slow ones too", "[threads]") {
  RunningServer running;
  Client client{running.port()};
  std::string bytes;
  for (int i = 0; i < 100; ++i) {
    bytes += get(fmt::format("{}?n={}", i % 10 == 5 ? "/slow" : "/echo", i));
  }
  running.service.release();
  client.send(bytes);
  for (int i = 0; i < 100; ++i) {
    const auto answer = client.answer();
    REQUIRE(answer.status == 200);
    CHECK_THAT(answer.body, ContainsSubstring(fmt::format("?n={} ", i)));
  }
}

TEST_CASE("what is too long is refused with its status, and the connection ends", "[threads]") {
  RunningServer running;
  const auto& limits = RunningServer::options().limits;
  const std::string a_page(9000, 'a');
  const auto refused = [&](std::string_view bytes) {
    Client client{running.port()};
    const auto answer = client.ask(bytes);
    CHECK(answer.headers.at("connection") == "close");
    CHECK_THAT(answer.body, ContainsSubstring("{\"error\":\""));
    client.end_sending();
    CHECK(client.ended());
    return answer.status;
  };
  CHECK(refused(get("/" + a_page)) == 414);
  CHECK(refused("GET /" + std::string(40'000, 'a')) == 414); // no end in sight
  CHECK(refused(get("/echo", "X: " + a_page + "\r\nY: " + a_page + "\r\n")) == 431);
  CHECK(refused("GET / HTTP/1.1\r\nX: " + std::string(40'000, 'a')) == 431);
  std::string many;
  for (int i = 0; i < 5000; ++i) {
    many += "A:\r\n";
  }
  CHECK(refused(get("/echo", many)) == 431);

  const std::string body(limits.body_bytes + 1, 'b');
  CHECK(refused(post("/echo", body)) == 413);
  CHECK(refused("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n") ==
        413);
  CHECK(refused("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" +
                fmt::format("{:x}\r\n{}", body.size(), body)) == 413);
  std::string chunks;
  for (int i = 0; i < 70; ++i) {
    chunks += "1000\r\n" + std::string(4096, 'c') + "\r\n";
  }
  CHECK(refused("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" +
                chunks) == 413);
  CHECK(refused("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;" +
                std::string(40'000, 'x')) >= 400);

  CHECK(status_of(running, post("/read", body)) == 200); // a file
  CHECK(status_of(running, post("/read?to=x", std::string(limits.big_body_bytes, 'f'))) == 200);
  CHECK(refused(post("/read", std::string(limits.big_body_bytes + 1, 'f'))) == 413);
}

TEST_CASE("bodies of all clients have bounded memory", "[threads]") {
  auto options = RunningServer::options();
  options.limits.all_bodies_bytes = 12U << 20U;
  RunningServer running{options};
  const auto begin = "POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4194304\r\n\r\n";
  const std::string nearly(4194303, 'x');
  std::vector<std::unique_ptr<Client>> clients;
  for (const auto* address : {"127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"}) {
    clients.push_back(std::make_unique<Client>(running.port(), address));
    clients.back()->send(begin);
    clients.back()->send(nearly);
  }
  // Three bodies have room. The client whose bytes come last is refused; where two reach the limit
  // at the same time, both are.
  const auto is_answered = [](const auto& client) {
    return client->has_answer(std::chrono::milliseconds{5});
  };
  auto last = clients.end();
  for (int i = 0; i < 500 && last == clients.end(); ++i) {
    last = std::ranges::find_if(clients, is_answered);
  }
  REQUIRE(last != clients.end());
  const auto refused = (*last)->answer();
  CHECK(refused.status == 503);
  CHECK(refused.headers.at("retry-after") == "5");
  clients.erase(last);
  std::vector<int> statuses;
  for (const auto& client : clients) {
    client->send("x");
    statuses.push_back(client->answer().status);
  }
  std::ranges::sort(statuses);
  CHECK(statuses[0] == 200);
  CHECK(statuses[1] == 200);
  CHECK((statuses[2] == 200 || statuses[2] == 503));
  Client third{running.port()};
  third.send(begin);
  third.send(nearly + "x");
  CHECK(third.answer().status == 200);
}

TEST_CASE("what is no sound HTTP is refused", "[threads]") {
  RunningServer running;
  using std::string_view_literals::operator""sv;
  for (
      const auto bytes :
      {"nonsense\r\n\r\n"sv,
       "GET\r\n\r\n"sv,
       "GET /echo\r\n\r\n"sv,
       "GET /echo HTTP/3.0\r\n\r\n"sv,
       "GET /echo HTTP/1.1\nHost: localhost\n\n"sv,
       "GET  /echo HTTP/1.1\r\nHost: x\r\n\r\n"sv,
       "GET /e\0cho HTTP/1.1\r\nHost: localhost\r\n\r\n"sv,
       "GET /echo HTTP/1.1\r\nHost: localhost\r\nA\0: b\r\n\r\n"sv,
       "GET /echo HTTP/1.1\r\nHost: localhost\r\nA : b\r\n\r\n"sv,
       "GET /echo HTTP/1.1\r\nHost: localhost\r\nA: b\x01\r\n\r\n"sv,
       "GET echo HTTP/1.1\r\nHost: localhost\r\n\r\n"sv,
       "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n"sv,
       "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"sv,
       "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"sv,
       "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n"sv,
       "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n"sv,
       "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, gzip\r\n\r\n"sv,
       "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"sv,
       "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n"sv,
       "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03 TLS begins so\r\n\r\n"sv}) {
    INFO(bytes);
    CHECK(status_of(running, bytes) == 400);
  }
  for (const std::string method : {"PUT", "DELETE", "TRACE", "CONNECT", "PROPFIND"}) {
    Client client{running.port()};
    const auto answer = client.ask(method + " /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
    CHECK(answer.status == 405);
    CHECK(answer.headers.at("allow") == "GET, HEAD, POST, OPTIONS");
  }
  Client client{running.port()}; // and the server goes on
  CHECK(client.ask(get("/echo")).status == 200);
  CHECK(client.ask(post("/get-alone", "x")).headers.at("allow") == "GET, HEAD, OPTIONS");
}

TEST_CASE("the path is handed over as it was sent", "[threads]") {
  RunningServer running;
  for (const std::string path : {"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/page//x",
                                 "/a%00b", "/%ff%fe", "/..%5c..%5c", "/\xe7\x82\xae", "/?%zz"}) {
    Client client{running.port()};
    const auto answer = client.ask(get(path));
    CHECK(answer.body == fmt::format("GET {} ", path));
  }
}

TEST_CASE("names that nobody allowed are not answered to", "[threads]") {
  auto options = RunningServer::options();
  options.hosts = {"xq.Example.org"};
  RunningServer running{options};
  const auto status = [&](const std::string& host) {
    return status_of(running, "GET /echo HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
  };
  for (const std::string host : {"localhost", "LocalHost:8140", "127.0.0.1", "127.0.0.1:1", "[::1]",
                                 "[::1]:8140", "192.168.1.5:80", "xq.example.ORG", "localhost."}) {
    INFO(host);
    CHECK(status(host) == 200);
  }
  for (const std::string host :
       {"evil.example", "evil.example:8140", "localhost.evil.example", "127.0.0.1.evil.example", "",
        "127.1", "0x7f.0.0.1", "localhost:80:80", "localhost:x", "[::1", "[::1]x", "a@localhost",
        "xq.example.org.evil.example", "1.2.3.4.5", "localhost/", "local host"}) {
    INFO(host);
    CHECK(status(host) == 403);
  }
  CHECK(status_of(running, "GET /echo HTTP/1.1\r\n\r\n") == 400);
  CHECK(status_of(running, "GET /echo HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n") ==
        400);
  CHECK(status_of(running, "GET /echo HTTP/1.0\r\n\r\n") == 200); // no browser
  CHECK(status_of(running, "GET /echo HTTP/1.0\r\nHost: evil.example\r\n\r\n") == 403);
  Client client{running.port()};
  CHECK(client.ask("GET http://localhost/echo?x HTTP/1.1\r\nHost: localhost\r\n\r\n").body ==
        "GET /echo?x ");
  CHECK(status_of(running, "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n") == 403);
}

TEST_CASE("pages of other sites cannot make a browser act here", "[threads]") {
  auto options = RunningServer::options();
  options.origins = {"https://Friend.example"};
  RunningServer running{options};
  const auto posted = [&](const std::string& header) {
    return status_of(running, post("/echo", "x", header + "\r\n"));
  };
  CHECK(posted("X: no browser") == 200);
  CHECK(posted("Origin: http://localhost") == 200);
  CHECK(posted("Origin: https://localhost") == 200); // a proxy took the encryption off
  CHECK(posted("Origin: https://friend.example") == 200);
  CHECK(posted("Origin: http://friend.example") == 403);
  CHECK(posted("Origin: https://friend.example.evil.example") == 403);
  CHECK(posted("Origin: http://localhost:1") == 403); // another server of this machine
  CHECK(posted("Origin: null") == 403);
  CHECK(posted("Origin: http://evil.example") == 403);
  CHECK(posted("Sec-Fetch-Site: cross-site") == 403);
  CHECK(posted("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate") == 403); // a form
  CHECK(posted("Sec-Fetch-Site: same-origin") == 200);

  const auto got = [&](const std::string& header) {
    Client client{running.port()};
    return client.ask(get("/echo", header + "\r\n"));
  };
  CHECK(got("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate").status == 200); // a link
  CHECK(got("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors").status == 403);  // a picture
  const auto friendly = got("Origin: https://friend.example");
  CHECK(friendly.headers.at("access-control-allow-origin") == "https://friend.example");
  CHECK_THAT(friendly.headers.at("vary"), ContainsSubstring("Origin"));
  CHECK_FALSE(got("Origin: http://evil.example").headers.contains("access-control-allow-origin"));

  const auto preflight = [&](const std::string& origin) {
    Client client{running.port()};
    return client.ask("OPTIONS /echo HTTP/1.1\r\nHost: localhost\r\nOrigin: " + origin +
                      "\r\nAccess-Control-Request-Method: POST\r\n\r\n");
  };
  const auto allowed = preflight("https://friend.example");
  CHECK(allowed.status == 204);
  CHECK(allowed.headers.at("access-control-allow-methods") == "GET, HEAD, POST");
  CHECK(allowed.headers.at("access-control-allow-origin") == "https://friend.example");
  CHECK(preflight("http://evil.example").status == 403);
}

TEST_CASE("every answer has the headers that protect a page", "[threads]") {
  RunningServer running;
  Client client{running.port()};
  const bool engine = !xq::service::embedded_engine().empty(); // for browsers
  const std::string wasm = engine ? " 'wasm-unsafe-eval'" : "";
  for (const auto* const path : {"/echo", "/tagged", "/throw"}) {
    const auto headers = client.ask(get(path)).headers;
    CHECK_THAT(headers.at("content-security-policy"),
               ContainsSubstring("default-src 'none'; script-src 'self'" + wasm +
                                 "; style-src 'self'; img-src 'self' data:; connect-src 'self' "
                                 "ws://localhost wss://localhost;") &&
                   ContainsSubstring("frame-ancestors 'none'"));
    CHECK(headers.at("x-content-type-options") == "nosniff");
    CHECK(headers.at("referrer-policy") == "no-referrer");
    CHECK(headers.contains("date"));
    CHECK(headers.contains("cross-origin-embedder-policy") == engine);
    CHECK(headers.contains("cross-origin-opener-policy") == engine);
  }
  CHECK(client.ask(get("/throw")).status == 500);
  CHECK(client.ask(get("/file")).headers.at("content-disposition") ==
        "attachment; filename=\"______x_.pgn\"; filename*=UTF-8''%E7%82%AE%0D%0A%22x%22.pgn");
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

TEST_CASE("HEAD, entity tags and packed answers", "[threads]") {
  RunningServer running;
  Client client{running.port()};
  const auto head = client.ask("HEAD /tagged HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(head.status == 200);
  CHECK(head.headers.at("content-length") == "5000");
  const auto plain = client.ask(get("/tagged")); // nothing of a body stands between
  CHECK(plain.body == std::string(5000, 'x'));
  CHECK(plain.headers.at("etag") == "\"tag\"");
  CHECK(plain.headers.at("cache-control") == "no-cache");
  CHECK(client.ask(get("/echo")).headers.at("cache-control") == "no-store");

  for (int i = 0; i < 3; ++i) { // made, and then kept
    const auto packed = client.ask(get("/tagged", "Accept-Encoding: br, gzip;q=0.8\r\n"));
    CHECK(packed.headers.at("content-encoding") == "gzip");
    CHECK(packed.headers.at("etag") == "\"tag-gz\"");
    CHECK(packed.body.size() < 100);
    CHECK(packed.body.starts_with("\x1f\x8b"));
  }
  CHECK_FALSE(
      client.ask(get("/echo", "Accept-Encoding: gzip\r\n")).headers.contains("content-encoding"));

  for (const std::string tags : {"\"tag\"", "\"tag-gz\"", "W/\"tag\"", "\"a\", \"tag\"", "*"}) {
    const auto same = client.ask(get("/tagged", "If-None-Match: " + tags + "\r\n"));
    CHECK(same.status == 304);
    CHECK_FALSE(same.headers.contains("content-length"));
    CHECK(same.headers.at("etag") == "\"tag\"");
  }
  CHECK(client.ask(get("/tagged", "If-None-Match: \"other\"\r\n")).status == 200);
  CHECK(client.ask(get("/echo", "If-None-Match: *\r\n")).status == 200);
}

TEST_CASE("connections stay open as HTTP says", "[threads]") {
  RunningServer running;
  const auto stays = [&](std::string_view bytes) {
    Client client{running.port()};
    CHECK(client.ask(bytes).status == 200);
    const bool open = client.ask(get("/echo")).status == 200;
    return open;
  };
  CHECK(stays(get("/echo")));
  CHECK_FALSE(stays(get("/echo", "Connection: close\r\n")));
  CHECK_FALSE(stays("GET /echo HTTP/1.0\r\n\r\n"));
  CHECK(stays("GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
  CHECK(stays("\r\n\r\n" + get("/echo") + "\r\n")); // empty lines of old clients
  Client client{running.port()};
  client.send(get("/echo"));
  client.end_sending(); // and still reads
  CHECK(client.answer().status == 200);
  CHECK(client.ended());
}

TEST_CASE("a client may wait for 100 Continue", "[threads]") {
  RunningServer running;
  Client client{running.port()};
  const std::string begin = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n";
  CHECK(client.ask(begin + "Expect: 100-Continue\r\n\r\n").status == 100);
  CHECK(client.ask("abc").body == "POST /echo abc");
  CHECK(client.ask(begin + "Expect: the unexpected\r\n\r\n").status == 417);
}
