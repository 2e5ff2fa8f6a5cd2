#include "serve/http/answer.hpp"
#include "serve/http/request_log.hpp"
#include "serve/http/rules.hpp"
#include "serve/listen_address.hpp"
#include "support/catch.hpp"

#include <xq/base/error.hpp>

#include <string>
#include <vector>

using namespace xq;
using namespace xq::serve;
using namespace std::chrono_literals;

TEST_CASE("addresses to listen at") {
  const auto read = [](const char* text) { return to_text(read_listen_address(text)); };
  CHECK(read("0.0.0.0:80") == "0.0.0.0:80");
  CHECK(read("9000") == "127.0.0.1:9000");
  CHECK(read("0") == "127.0.0.1:0");
  CHECK(read("[::1]:9000") == "[::1]:9000");
  CHECK(read("[::]") == "[::]:8140");
  CHECK(read("localhost") == "localhost:8140");
  for (const auto* const text : {"", ":80", "a:", "a:b", "a:65536", "a:-1", "70000", "[::1",
                                 "[::1]80", "::1", "a:1:2", "http://a:1", "a b:1", "a:1/"}) {
    INFO(text);
    CHECK_THROWS_AS(read_listen_address(text), UsageError);
  }
}

TEST_CASE("origins that are none are refused when the server starts") {
  for (const auto* const text : {"", "example.org", "https://", "https://a/", "https://a/b", "://a",
                                 "https://a, https://b", "https://*.example.org"}) {
    INFO(text);
    CHECK_THROWS_AS(OriginRule{std::vector<std::string>{text}}, UsageError);
  }
  CHECK(OriginRule{{"*"}}.allows("null"));
  CHECK(OriginRule{{"https://a:8443"}}.allows("https://A:8443"));
  CHECK_FALSE(OriginRule{{"https://a:8443"}}.allows("https://a"));
  CHECK_FALSE(OriginRule{{}}.allows(""));
}

TEST_CASE("Accept-Encoding") {
  for (const auto* const text : {"gzip", "GZIP", "br, gzip", "x-gzip", "*", "gzip;q=0.001",
                                 "*;q=0.1", "deflate;q=1, gzip ; q=1.0"}) {
    INFO(text);
    CHECK(accepts_gzip(text));
  }
  for (const auto* const text :
       {"", "br", "gzip;q=0", "gzip;q=0.000", "*, gzip;q=0", "*;q=0", "gzipped", ",,;;,"}) {
    INFO(text);
    CHECK_FALSE(accepts_gzip(text));
  }
}

TEST_CASE("a log shows no player's secret and nothing that a terminal acts upon") {
  CHECK(without_secrets("/play/1?key=abc&x=1") == "/play/1?key=...&x=1");
  CHECK(without_secrets("/play/1?x=1&key=abc") == "/play/1?x=1&key=...");
  CHECK(without_secrets("/play/1?%6bey=abc") == "/play/1?key=...");
  CHECK(without_secrets("/explorer?play=h2e2") == "/explorer?play=h2e2");
  CHECK(without_secrets("/" + std::string(1000, 'x')).size() == 303);

  LoggedRequest request;
  request.time = std::chrono::system_clock::time_point{1'700'000'000'123ms};
  request.address = "127.0.0.1";
  request.method = "GET";
  request.target = "/\x1b[31m?\xff";
  request.status = 404;
  request.bytes = 12;
  request.took = 1234us;
  CHECK(log_line(request, false) ==
        "2023-11-14T22:13:20.123Z 127.0.0.1 GET /\\x1B[31m?\\xFF 404 12 1.23ms");
  CHECK(log_line(request, true) ==
        R"({"time":"2023-11-14T22:13:20.123Z","address":"127.0.0.1","method":"GET",)"
        R"("target":"/\\x1B[31m?\\xFF","status":404,"bytes":12,"milliseconds":1.23})");
}

TEST_CASE("a log that nobody reads drops lines and says how many", "[threads]") {
  std::mutex reading;
  std::string read;
  {
    std::unique_lock blocked{reading};
    RequestLog log{false, [&](std::string_view lines) {
                     const std::lock_guard lock{reading};
                     read += lines;
                   }};
    LoggedRequest request;
    const std::string target(300, 'x');
    request.target = target;
    for (int i = 0; i < 40'000; ++i) {
      log.add(request);
    }
    blocked.unlock();
  }
  CHECK(read.find(" lines were dropped\n") != std::string::npos);
  CHECK(read.size() < (10U << 20U));
}

TEST_CASE("every status that the server sends has its words") {
  CHECK(reason_phrase(200) == std::string{"OK"});
  CHECK(reason_phrase(431) == std::string{"Request Header Fields Too Large"});
  CHECK(reason_phrase(999) == std::string{"Status"});
}
