#include "serve/client.hpp"

#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace xq::tests {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds patience{10}; ///< no answer takes longer, on a busy machine either

std::string small(std::string_view text) {
  std::string out{text};
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

} // namespace

Client::Client(std::uint16_t port, const char* from) {
  try {
    m_socket.open(asio::ip::tcp::v4());
    m_socket.bind({asio::ip::make_address_v4(from), 0});
    m_socket.connect({asio::ip::address_v4::loopback(), port});
    m_socket.set_option(asio::ip::tcp::no_delay{true});
  } catch (const boost::system::system_error&) {
    throw std::runtime_error{"cannot connect to the server"};
  }
}

void Client::close() {
  boost::system::error_code ignored;
  m_socket.close(ignored);
}

bool Client::send(std::string_view bytes) {
  boost::system::error_code failed;
  asio::write(m_socket, asio::buffer(bytes.data(), bytes.size()), failed);
  return !failed;
}

void Client::end_sending() {
  boost::system::error_code ignored; // the server may have cut the connection
  m_socket.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

void Client::keep_small_window() {
  m_socket.set_option(asio::socket_base::receive_buffer_size{4096});
}

bool Client::more(std::chrono::milliseconds time) {
  if (m_ended) {
    return false;
  }
  std::array<char, 65536> buffer; // NOLINT: receiving fills it
  std::size_t bytes = 0;
  bool ended = false;
  m_socket.async_receive(asio::buffer(buffer),
                         [&](const boost::system::error_code& failed, std::size_t count) {
                           bytes = count;
                           ended = failed && failed != asio::error::operation_aborted;
                         });
  m_context.restart();
  m_context.run_for(time);
  if (!m_context.stopped()) {
    m_socket.cancel();
    m_context.run();
  }
  m_ended = ended;
  m_bytes.append(buffer.data(), bytes);
  return bytes > 0;
}

bool Client::fill(std::size_t bytes) {
  while (m_bytes.size() < bytes) {
    if (!more(patience)) {
      return false;
    }
  }
  return true;
}

Client::Answer Client::answer(bool head) {
  Answer answer;
  std::size_t end = 0;
  while ((end = m_bytes.find("\r\n\r\n")) == std::string::npos) {
    if (!more(patience)) {
      return answer;
    }
  }
  std::string_view lines{m_bytes.data(), end};
  const auto status = lines.substr(0, lines.find("\r\n"));
  while (!lines.empty()) {
    const auto line = lines.substr(0, lines.find("\r\n"));
    lines.remove_prefix(std::min(line.size() + 2, lines.size()));
    if (const auto colon = line.find(": "); colon != std::string_view::npos) {
      answer.headers[small(line.substr(0, colon))] = line.substr(colon + 2);
    }
  }
  const int code = std::stoi(std::string{status.substr(9, 3)});
  m_bytes.erase(0, end + 4);
  const auto length = answer.headers.find("content-length");
  const auto size = length == answer.headers.end() || head ? 0 : std::stoul(length->second);
  if (!fill(size)) {
    return answer;
  }
  answer.status = code;
  answer.body = m_bytes.substr(0, size);
  m_bytes.erase(0, size);
  return answer;
}

Client::Answer Client::ask(std::string_view bytes) {
  send(bytes);
  return answer(bytes.starts_with("HEAD"));
}

bool Client::ended(std::chrono::milliseconds time) {
  return m_bytes.empty() && !more(time) && m_ended;
}

bool Client::open_web_socket(std::string_view path, std::string_view headers) {
  send("GET " + std::string{path} +
       " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
       std::string{headers} + "\r\n");
  const auto reply = answer();
  return reply.status == 101 &&
         reply.headers.at("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
}

int Client::Frame::close_code() const {
  return code == 8 && data.size() >= 2
             ? static_cast<unsigned char>(data[0]) * 256 + static_cast<unsigned char>(data[1])
             : -1;
}

Client::Frame Client::frame() {
  Frame frame;
  if (!fill(2)) {
    return frame;
  }
  const auto byte = [this](std::size_t i) { return static_cast<unsigned char>(m_bytes[i]); };
  std::size_t size = byte(1);
  std::size_t begin = 2;
  const std::size_t more_bytes = size == 126 ? 2 : size == 127 ? 8 : 0;
  if (more_bytes > 0) {
    begin += more_bytes;
    if (!fill(begin)) {
      return frame;
    }
    size = 0;
    for (std::size_t i = 2; i < begin; ++i) {
      size = size * 256 + byte(i);
    }
  }
  if (fill(begin + size)) {
    frame.code = byte(0) & 15;
    frame.data = m_bytes.substr(begin, size);
    m_bytes.erase(0, begin + size);
  }
  return frame;
}

bool Client::send_frame(int code, std::string_view data, bool last, bool masked) {
  std::string bytes;
  bytes += static_cast<char>(code | (last ? 128 : 0));
  const int mask_bit = masked ? 128 : 0;
  if (data.size() < 126) {
    bytes += static_cast<char>(static_cast<int>(data.size()) | mask_bit);
  } else {
    const bool longer = data.size() >= 65536;
    bytes += static_cast<char>((longer ? 127 : 126) | mask_bit);
    for (int shift = longer ? 56 : 8; shift >= 0; shift -= 8) {
      bytes += static_cast<char>(data.size() >> static_cast<unsigned>(shift));
    }
  }
  constexpr std::string_view mask = "\x12\x34\x56\x78";
  if (masked) {
    bytes += mask;
  }
  for (std::size_t i = 0; i < data.size(); ++i) {
    bytes += masked ? static_cast<char>(data[i] ^ mask[i % 4]) : data[i];
  }
  return send(bytes);
}

} // namespace xq::tests
