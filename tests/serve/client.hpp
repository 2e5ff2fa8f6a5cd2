#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace xq::tests {

/// A connection to a server of this machine that sends bytes as told, sound or not.
class Client {
public:
  /// `from`: one of the addresses of this machine, which stand for different visitors.
  explicit Client(std::uint16_t port, const char* from = "127.0.0.1");

  /// False when the server has cut the connection.
  bool send(std::string_view bytes);
  /// Say that nothing more will be sent.
  void end_sending();
  /// Take few bytes at a time, so that the server notices a client that does not read.
  void keep_small_window();
  void close();

  struct Answer {
    int status = 0; ///< 0: the connection ended, or nothing came in time
    std::map<std::string, std::string> headers; ///< names in small letters
    std::string body;
  };
  /// The next answer; `head`: it has no body, whatever its length says.
  Answer answer(bool head = false);
  /// An answer has begun to come, within the time.
  bool has_answer(std::chrono::milliseconds time) { return !m_bytes.empty() || more(time); }
  /// Send a request and read its answer.
  Answer ask(std::string_view bytes);
  /// The connection has ended: no byte comes any more. False when bytes come, or nothing in time.
  bool ended(std::chrono::milliseconds time = std::chrono::seconds{10});

  // WebSockets.

  /// False when it is refused.
  bool open_web_socket(std::string_view path, std::string_view headers = {});
  struct Frame {
    int code = -1; ///< 1 text, 2 bytes, 8 close, 9 ping, 10 pong; -1: the connection ended
    std::string data;
    [[nodiscard]] int close_code() const;
  };
  Frame frame();
  /// Masked, as a client must.
  bool send_frame(int code, std::string_view data, bool last = true, bool masked = true);

private:
  bool more(std::chrono::milliseconds time);
  bool fill(std::size_t bytes);

  boost::asio::io_context m_context;
  boost::asio::ip::tcp::socket m_socket{m_context};
  std::string m_bytes; ///< received and not used
  bool m_ended = false;
};

} // namespace xq::tests
