#include "serve/running_server.hpp"
#include "support/catch.hpp"

#include <string>
#include <thread>

using namespace xq;
using namespace xq::tests;
using namespace std::chrono_literals;

namespace {

/// An open WebSocket to `/talk`.
struct Talk {
  explicit Talk(const RunningServer& running, std::string_view path = "/talk")
      : client{running.port()} {
    REQUIRE(client.open_web_socket(path));
  }
  /// The code of the close frame, whatever comes before it.
  int close_code() {
    while (true) {
      const auto frame = client.frame();
      if (frame.code == 8 || frame.code == -1) {
        return frame.close_code();
      }
    }
  }
  Client client;
};

bool wait_for_conversations(RunningServer& running, int count) {
  for (int i = 0; i < 1000 && running.service.conversations != count; ++i) {
    std::this_thread::sleep_for(10ms);
  }
  return running.service.conversations == count;
}

} // namespace

TEST_CASE("messages go to and fro", "[threads]") {
  RunningServer running;
  {
    Talk talk{running};
    CHECK(running.service.conversations == 1);
    for (const std::size_t size : {0U, 1U, 125U, 126U, 5000U, 65536U}) {
      const std::string text(size, 'm');
      talk.client.send_frame(1, text);
      const auto frame = talk.client.frame();
      CHECK(frame.code == 1);
      CHECK(frame.data == text);
    }
    talk.client.send_frame(1, "炮", false); // in three parts, with a ping between
    talk.client.send_frame(0, "二平", false);
    talk.client.send_frame(9, "are you there");
    talk.client.send_frame(0, "五");
    const auto pong = talk.client.frame();
    CHECK(pong.code == 10);
    CHECK(pong.data == "are you there");
    CHECK(talk.client.frame().data == "炮二平五");
    talk.client.send_frame(1, "bye");
    CHECK(talk.client.frame().data == "bye");
    CHECK(talk.client.frame().close_code() == 1000);
    talk.client.send_frame(8, "\x03\xe8");
    CHECK(talk.client.ended());
  }
  CHECK(wait_for_conversations(running, 0));
  CHECK(running.wait_for_connections(0));
}

TEST_CASE("frames that break the protocol end the conversation with their code", "[threads]") {
  RunningServer running;
  Talk talk{running};
  int expected = 0;
  SECTION("not masked") {
    talk.client.send_frame(1, "x", true, false);
    expected = 1002;
  }
  SECTION("an unknown kind") {
    talk.client.send_frame(3, "x");
    expected = 1002;
  }
  SECTION("a reserved bit") {
    talk.client.send("\xc1\x81\x12\x34\x56\x78x");
    expected = 1002;
  }
  SECTION("a part of nothing") {
    talk.client.send_frame(0, "x");
    expected = 1002;
  }
  SECTION("a ping in parts") {
    talk.client.send_frame(9, "x", false);
    expected = 1002;
  }
  SECTION("a long ping") {
    talk.client.send_frame(9, std::string(126, 'x'));
    expected = 1002;
  }
  SECTION("no UTF-8") {
    talk.client.send_frame(1, "\xff\xfe");
    expected = 1007;
  }
  SECTION("a character that never ends") {
    talk.client.send_frame(1, "\xe7\x82");
    expected = 1007;
  }
  SECTION("bytes") {
    talk.client.send_frame(2, "x");
    expected = 1003;
  }
  SECTION("too long") {
    talk.client.send_frame(1, std::string(65537, 'x'));
    expected = 1009;
  }
  SECTION("too long in parts") {
    talk.client.send_frame(1, std::string(40'000, 'x'), false);
    talk.client.send_frame(0, std::string(40'000, 'x'), false);
    expected = 1009;
  }
  SECTION("too many messages") {
    for (int i = 0; i < 200; ++i) {
      talk.client.send_frame(1, "x");
    }
    expected = 1008;
  }
  SECTION("a defect in the conversation") {
    talk.client.send_frame(1, "throw");
    expected = 1011;
  }
  CHECK(talk.close_code() == expected);
  talk.client.close();
  CHECK(wait_for_conversations(running, 0));
}

TEST_CASE("a frame of 2^63 bytes is not believed", "[threads]") {
  RunningServer running;
  Talk talk{running};
  using std::string_view_literals::operator""sv;
  talk.client.send("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x12\x34\x56\x78"sv);
  CHECK(talk.close_code() == 1009);
}

TEST_CASE("a flood of pings is cut", "[threads]") {
  RunningServer running;
  Talk talk{running};
  for (int i = 0; i < 2000 && talk.client.send_frame(9, "x"); ++i) {
  }
  CHECK(wait_for_conversations(running, 0));
  CHECK(running.wait_for_connections(0));
}

TEST_CASE("a WebSocket is refused like any request", "[threads]") {
  RunningServer running;
  const auto refused = [&](std::string_view path, std::string_view headers) {
    Client client{running.port()};
    return !client.open_web_socket(path, headers);
  };
  CHECK(refused("/refused", {}));
  CHECK(refused("/talk", "Origin: http://evil.example\r\n"));
  CHECK(refused("/talk", "Origin: null\r\n"));
  CHECK_FALSE(refused("/talk", "Origin: http://localhost\r\n"));
  CHECK_FALSE(refused("/talk", "Origin: https://localhost\r\n"));
  Client old{running.port()};
  const auto answer =
      old.ask("GET /talk HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
              "Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: "
              "7\r\n\r\n");
  CHECK(answer.status == 426);
  Client keyless{running.port()};
  CHECK(keyless
            .ask("GET /talk HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
                 "Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n")
            .status == 400);
  CHECK(wait_for_conversations(running, 0));
}

TEST_CASE("the service may speak at any time, by any thread, also to nobody", "[threads]") {
  RunningServer running;
  const auto text = std::make_shared<const std::string>("hello");
  {
    Talk talk{running};
    running.service.last_outlet.send(text);
    running.service.last_outlet.send(text);
    CHECK(talk.client.frame().data == "hello");
    CHECK(talk.client.frame().data == "hello");
    running.service.last_outlet.close(4000, "炮" + std::string(200, 'x'));
    const auto frame = talk.client.frame();
    CHECK(frame.close_code() == 4000);
    CHECK(frame.data.substr(2).starts_with("炮xx"));
  }
  CHECK(wait_for_conversations(running, 0));
  running.service.last_outlet.send(text);
  running.service.last_outlet.close(1000, {});
  Talk cut{running};
  cut.client.send("\x81\x85"); // half a frame
  cut.client.close();
  CHECK(wait_for_conversations(running, 0));
}

TEST_CASE("messages arrive in the order in which they were sent, whichever thread sent them",
          "[threads]") {
  RunningServer running;
  Talk talk{running};
  talk.client.send_frame(1, "again");
  CHECK(talk.client.frame().data == "again");
  CHECK(talk.client.frame().data == "and again");
}

TEST_CASE("a client that does not read is cut, and the server's memory stays bounded",
          "[threads]") {
  RunningServer running;
  Client client{running.port()};
  client.keep_small_window();
  CHECK(client.open_web_socket("/flood"));
  CHECK(wait_for_conversations(running, 0));
  CHECK(running.wait_for_connections(0));
}

TEST_CASE("a WebSocket without a living client is given up", "[threads]") {
  auto options = RunningServer::options();
  options.limits.web_socket_idle_time = 300ms;
  RunningServer running{options};
  Talk talk{running};
  CHECK(talk.client.frame().code == 9); // pinged, and does not answer
  CHECK(wait_for_conversations(running, 0));
  Talk living{running};
  for (int i = 0; i < 5; ++i) {
    const auto ping = living.client.frame();
    CHECK(ping.code == 9);
    living.client.send_frame(10, ping.data);
  }
  CHECK(running.service.conversations == 1);
}

TEST_CASE("a server that stops tells its conversations", "[threads]") {
  RunningServer running;
  Talk talk{running};
  running.ask_to_stop();
  CHECK(talk.close_code() == 1001);
  talk.client.close();
  running.stop();
  CHECK(running.service.conversations == 0);
}
