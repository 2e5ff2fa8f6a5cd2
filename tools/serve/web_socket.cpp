#include "serve/web_socket.hpp"

#include "base/text/text.hpp"

#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::serve {
namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;
using Text = std::shared_ptr<const std::string>;

// RFC 6455, 7.4.1.
constexpr std::uint16_t going_away = 1001;
constexpr std::uint16_t unsupported_data = 1003;
constexpr std::uint16_t policy_violation = 1008;
constexpr std::uint16_t internal_error = 1011;

/// How many messages a client may send: `rate` a second, and `burst` at once.
class Allowance {
public:
  Allowance(double rate, double burst) : m_rate{rate}, m_burst{burst}, m_left{burst} {}

  [[nodiscard]] bool take(Clock::time_point now) {
    const std::chrono::duration<double> passed = now - m_last;
    m_last = now;
    m_left = std::min(m_burst, m_left + passed.count() * m_rate) - 1;
    return m_left >= 0;
  }

private:
  double m_rate;
  double m_burst;
  double m_left;
  Clock::time_point m_last = Clock::now();
};

/// What a conversation gave its socket to send, by any thread, in that order. Posting each alone
/// would not keep the order: an io_context of one thread sets aside what that thread posts until
/// its handler returns, and what another thread posted meanwhile comes first.
class Outbox {
public:
  struct Item {
    Text text; ///< null: close
    std::uint16_t code = 0;
    std::string reason;
  };

  /// True when it was empty: then somebody is to be told.
  [[nodiscard]] bool put(Item item) {
    const std::lock_guard lock{m_mutex};
    m_items.push_back(std::move(item));
    return m_items.size() == 1;
  }
  [[nodiscard]] std::vector<Item> take() {
    const std::lock_guard lock{m_mutex};
    return std::exchange(m_items, {});
  }

private:
  std::mutex m_mutex;
  std::vector<Item> m_items;
};

class WebSocket final : public Peer {
public:
  explicit WebSocket(const std::shared_ptr<Loop>& loop)
      : Peer{loop},
        m_allowance{static_cast<double>(limits().messages_a_second),
                    static_cast<double>(limits().messages_at_once)} {
    ++loop->web_sockets;
  }
  ~WebSocket() override { --loop().web_sockets; }
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;

  /// What the conversation sends by. The functions only post: the connection may end with its last
  /// owner, which must be a handler of its loop.
  service::Outlet outlet() {
    const auto put = [box = m_outbox, weak = std::weak_ptr{self()},
                      loop = shared_loop()](Outbox::Item item) {
      if (box->put(std::move(item))) {
        asio::post(loop->context, [box, weak] {
          const auto socket = weak.lock();
          for (Outbox::Item& each : box->take()) {
            if (socket && each.text != nullptr) {
              socket->send(std::move(each.text));
            } else if (socket) {
              socket->close(each.code, each.reason);
            }
          }
        });
      }
    };
    service::Outlet outlet;
    outlet.send = [put](Text text) { put({.text = std::move(text), .code = 0, .reason = {}}); };
    outlet.close = [put](std::uint16_t code, std::string_view reason) {
      put({.text = nullptr, .code = code, .reason = std::string{reason}});
    };
    return outlet;
  }

  void start(Socket socket, Admission::Ticket ticket,
             std::unique_ptr<service::Conversation> conversation, const HttpRequest& header) {
    m_ticket = std::move(ticket);
    m_conversation = std::move(conversation);
    m_header = header;
    m_stream.emplace(std::move(socket));
    m_stream->read_message_max(limits().message_bytes);
    m_stream->set_option(
        websocket::stream_base::timeout{limits().header_time, limits().web_socket_idle_time, true});
    m_stream->set_option(websocket::stream_base::decorator([](websocket::response_type& answer) {
      answer.erase(boost::beast::http::field::server);
      answer.set("X-Content-Type-Options", "nosniff");
    }));
    m_stream->control_callback([this](websocket::frame_type, boost::beast::string_view) {
      if (!m_allowance.take(Clock::now())) {
        cut();
      }
    });
    m_stream->text(true);
    m_stream->auto_fragment(false); // messages are short, and simple clients read no parts
    m_stream->async_accept(m_header, [self = self()](const error_code& error) {
      self->m_header = {};
      if (error) {
        self->end();
        return;
      }
      self->m_accepted = true;
      self->read();
      self->write();
    });
  }

  void check(Clock::time_point now) override {
    if (m_writing && now >= m_deadline) {
      cut();
    }
  }
  void drain() override {}
  void dismiss() override { close(going_away, "the server stops"); }
  void cut() override {
    if (m_stream) {
      m_stream->next_layer().close(m_ignored);
    }
  }

private:
  [[nodiscard]] const Limits& limits() { return loop().site.options.limits; }
  [[nodiscard]] std::shared_ptr<WebSocket> self() {
    return std::static_pointer_cast<WebSocket>(shared_from_this());
  }

  void read() {
    m_stream->async_read(
        m_buffer, [self = self()](const error_code& error, std::size_t) { self->on_read(error); });
  }

  void on_read(const error_code& error) {
    if (error || m_conversation == nullptr) {
      end();
      return;
    }
    if (!m_allowance.take(Clock::now())) {
      close(policy_violation, "too many messages; send fewer a second");
    } else if (!m_stream->got_text()) {
      close(unsupported_data, "send text");
    } else if (!m_closing) {
      hand_over();
    }
    m_buffer.clear();
    read(); // also for the answer to our close
  }

  void hand_over() {
    const auto bytes = m_buffer.cdata();
    try {
      m_conversation->receive({static_cast<const char*>(bytes.data()), bytes.size()});
    } catch (const std::exception&) { // a defect: conversations answer what they do not understand
      close(internal_error, "the server has a defect");
    }
  }

  void send(Text text) {
    if (m_closing || m_ended) {
      return;
    }
    m_unsent += text->size();
    if (m_unsent > limits().unsent_bytes) {
      cut(); // a close frame would have to wait behind what is not read
      return;
    }
    m_texts.push_back(std::move(text));
    write();
  }

  void close(std::uint16_t code, std::string_view reason) {
    if (m_closing || m_ended) {
      return;
    }
    m_closing = true;
    constexpr std::size_t longest = 120; // of 125 bytes, two are the code's
    m_reason.code = code;
    auto end = std::min(reason.size(), longest);
    while (end < reason.size() && end > 0 &&
           (static_cast<unsigned char>(reason[end]) & 0xC0U) == 0x80) {
      --end; // not within a character
    }
    m_reason.reason.assign(reason.data(), end);
    write();
  }

  /// The next text, or the close frame when there is none.
  void write() {
    if (!m_accepted || m_writing || m_ended) {
      return;
    }
    if (m_texts.empty()) {
      if (m_closing && !m_close_sent) {
        m_close_sent = true;
        m_stream->async_close(m_reason, [self = self()](const error_code&) { self->end(); });
      }
      return;
    }
    m_writing = true;
    m_deadline = Clock::now() + limits().write_time;
    const Text text = m_texts.front();
    m_stream->async_write(
        asio::buffer(*text),
        [self = self(), text](const error_code& error, std::size_t) { self->on_written(error); });
  }

  void on_written(const error_code& error) {
    m_writing = false;
    if (error) {
      end();
      return;
    }
    m_unsent -= m_texts.front()->size();
    m_texts.pop_front();
    write();
  }

  void end() {
    if (!m_ended) {
      m_ended = true;
      m_conversation.reset();
      m_texts.clear();
      cut();
    }
  }

  const std::shared_ptr<Outbox> m_outbox = std::make_shared<Outbox>();
  std::optional<websocket::stream<Socket, false>> m_stream; ///< false: no compression
  Admission::Ticket m_ticket;
  std::unique_ptr<service::Conversation> m_conversation;
  Allowance m_allowance;
  HttpRequest m_header; ///< while the upgrade is being accepted
  boost::beast::flat_buffer m_buffer;
  std::deque<Text> m_texts;
  std::size_t m_unsent = 0; ///< bytes of m_texts
  websocket::close_reason m_reason;
  Clock::time_point m_deadline;
  bool m_accepted = false;
  bool m_writing = false;
  bool m_closing = false;
  bool m_close_sent = false;
  bool m_ended = false;
  error_code m_ignored;
};

} // namespace

std::optional<service::Response> start_web_socket(const std::shared_ptr<Loop>& loop, Socket& socket,
                                                  Admission::Ticket& ticket,
                                                  const service::Request& request,
                                                  const HttpRequest& header) {
  const auto connection = std::make_shared<WebSocket>(loop);
  auto opened = loop->site.handler.open(request, connection->outlet());
  if (opened.conversation == nullptr) {
    return std::move(opened.refusal);
  }
  connection->start(std::move(socket), std::move(ticket), std::move(opened.conversation), header);
  return std::nullopt;
}

} // namespace xq::serve
