#include "serve/connection.hpp"

#include "serve/request_reader.hpp"
#include "serve/web_socket.hpp"

#include <xq/base/error.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <new>
#include <string_view>
#include <utility>

namespace xq::serve {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t write_rate = 16384;   ///< bytes a second that a client must take at least
constexpr std::size_t small_answer = 65536; ///< sent however much others have not taken

service::Response guarded_answer(Handler& handler, const service::Request& request) {
  try {
    return handler.answer(request);
  } catch (const std::bad_alloc&) {
    auto response = service::error_response(503, "The server is out of memory. Ask again later.");
    response.retry_after = 5;
    return response;
  } catch (const std::exception& e) { // a defect: answers are no exceptions
    return service::error_response(
        500, fmt::format("The server has a defect: {}. Please report it.", e.what()));
  }
}

class Connection final : public Peer {
public:
  Connection(std::shared_ptr<Loop> loop, Socket socket, Caller caller, Admission::Ticket ticket)
      : Peer{std::move(loop)},
        m_socket{std::move(socket)},
        m_caller{std::move(caller)},
        m_ticket{std::move(ticket)},
        m_reader{site(), m_caller.visitor} {}

  void start() {
    error_code ignored;
    m_socket.set_option(asio::ip::tcp::no_delay{true}, ignored);
    m_deadline = Clock::now() + limits().header_time;
    read();
  }

  void check(Clock::time_point now) override {
    if (now < m_deadline) {
      return;
    }
    if (m_phase == Phase::receiving) {
      m_socket.cancel(m_ignored); // says so, see on_read()
      m_timed_out = true;
      m_deadline = now + limits().linger_time;
    } else if (m_phase != Phase::answering) {
      cut();
    }
  }

  void drain() override {
    if (m_phase == Phase::idle) {
      cut();
    }
  }

  void dismiss() override {
    if (m_phase != Phase::answering && m_phase != Phase::writing) {
      cut();
    }
  }

  void cut() override {
    if (m_phase == Phase::upgraded) {
      return;
    }
    m_socket.cancel(m_ignored); // wine's close() forgets a write that waits
    m_socket.shutdown(asio::ip::tcp::socket::shutdown_both, m_ignored);
    m_socket.close(m_ignored);
  }

private:
  enum class Phase {
    idle,      ///< nothing of a request is here
    receiving, ///< a part is
    answering, ///< the handler works on it
    writing,
    lingering, ///< the last answer is sent; what still comes is thrown away
    upgraded   ///< the socket is a WebSocket's
  };

  [[nodiscard]] Site& site() { return loop().site; }
  [[nodiscard]] const Limits& limits() { return loop().site.options.limits; }
  [[nodiscard]] std::shared_ptr<Connection> self() {
    return std::static_pointer_cast<Connection>(shared_from_this());
  }

  void read() {
    m_socket.async_read_some(m_reader.room(),
                             [self = self()](const error_code& error, std::size_t bytes) {
                               self->on_read(error, bytes);
                             });
  }

  void on_read(const error_code& error, std::size_t bytes) {
    if (m_timed_out) {
      m_timed_out = false;
      refuse({408, "The request took too long to arrive. Send it in one go."});
      return;
    }
    if (error) { // gone, or it has said all: nothing is left to answer
      cut();
      return;
    }
    m_reader.commit(bytes);
    go_on();
  }

  /// Answers the next request, if it is here.
  void go_on() {
    const auto now = Clock::now();
    const auto state = m_reader.read();
    if (m_phase == Phase::idle && state != RequestReader::State::nothing) {
      m_phase = Phase::receiving;
      m_begin = now;
      m_deadline = now + limits().header_time;
    }
    if (m_phase == Phase::receiving && !m_in_body && m_reader.is_in_body()) {
      m_in_body = true;
      m_deadline = now + limits().body_time;
    }
    switch (state) {
    case RequestReader::State::nothing:
    case RequestReader::State::incomplete:
      read();
      break;
    case RequestReader::State::expects_continue:
      ask_for_body();
      break;
    case RequestReader::State::complete:
      take_request();
      break;
    case RequestReader::State::refused:
      refuse(m_reader.refusal());
      break;
    }
  }

  void ask_for_body() {
    static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(m_socket, asio::buffer(go_on.data(), go_on.size()),
                      [self = self()](const error_code& error, std::size_t) {
                        error ? self->cut() : self->read();
                      });
  }

  /// Answer what the handler does not get to see; the connection ends.
  void refuse(const Refusal& refusal) {
    auto response = service::error_response(refusal.status, refusal.what);
    response.retry_after = refusal.status == 503 ? 5 : 0;
    auto& exchange = m_reader.exchange();
    exchange.keep_alive = false;
    exchange.is_head = exchange.is_head || m_reader.request().method() == http::verb::head;
    m_reader.drop(); // the memory is free for others at once, not only when this has been written
    write(loop().finisher.finish(m_reader.exchange(), std::move(response)));
  }

  void take_request() {
    m_phase = Phase::answering;
    auto& message = m_reader.request();
    auto& exchange = m_reader.exchange();
    exchange.keep_alive = exchange.keep_alive && !site().draining;
    if (message.method() == http::verb::options) {
      answer_preflight();
      return;
    }
    service::Request request;
    request.method = exchange.is_head ? "GET" : std::string{view(message.method_string())};
    request.target = view(message.target());
    request.content_type = m_reader.field(http::field::content_type);
    request.accept = m_reader.field(http::field::accept);
    request.accept_language = m_reader.field(http::field::accept_language);
    request.client = m_ticket.address();
    request.visitor = m_caller.visitor;
    request.foreign = m_reader.is_foreign();
    request.body = std::move(message.body());
    if (boost::beast::websocket::is_upgrade(message)) {
      upgrade(request);
    } else if (site().handler.is_slow(request)) {
      answer_slowly(std::move(request));
    } else {
      write(loop().finisher.finish(m_reader.exchange(), guarded_answer(site().handler, request)));
    }
  }

  void answer_preflight() {
    m_reader.exchange().is_preflight = true;
    service::Response response;
    response.status = 204;
    write(loop().finisher.finish(m_reader.exchange(), std::move(response)));
  }

  void answer_slowly(service::Request request) {
    const auto cost =
        site().handler.is_dear(request) ? SlowPool::Cost::dear : SlowPool::Cost::cheap;
    const auto gone = std::make_shared<std::atomic<bool>>(false);
    notice_end(gone);
    // The connection must end on the loop's thread: who answers hands it back.
    const auto held = std::make_shared<std::shared_ptr<Connection>>(self());
    SlowPool::Job job;
    job.is_wanted = [gone] { return !*gone; };
    job.answer = [held, request = std::move(request)](Finisher& finisher) {
      auto& one = **held;
      Outgoing out;
      if (!one.site().dropping) {
        out = finisher.finish(one.m_reader.exchange(), guarded_answer(one.site().handler, request));
      }
      send(std::move(*held), std::move(out));
    };
    job.refuse = [held] {
      Finisher finisher;
      auto out = finisher.finish((*held)->m_reader.exchange(), too_many());
      send(std::move(*held), std::move(out));
    };
    if (!site().slow->submit(m_caller.visitor, cost, std::move(job))) {
      held->reset();
      write(loop().finisher.finish(m_reader.exchange(), too_many()));
    }
  }

  static service::Response too_many() {
    auto response = service::error_response(
        503, "Too many long questions are waiting. Ask again in a few seconds.");
    response.retry_after = 3;
    return response;
  }

  /// From any thread.
  static void send(std::shared_ptr<Connection> connection, Outgoing out) {
    auto& context = connection->loop().context;
    asio::post(context, [self = std::move(connection), out = std::move(out)]() mutable {
      self->write(std::move(out));
    });
  }

  /// Sets `gone` when the client closes the connection before it has its answer.
  void notice_end(const std::shared_ptr<std::atomic<bool>>& gone) {
    m_socket.async_wait(Socket::wait_read, [self = self(), gone](const error_code& error) {
      char byte = 0;
      error_code state;
      if (error || self->m_phase != Phase::answering || gone.use_count() == 1) {
        return; // it has its answer
      }
      self->m_socket.non_blocking(true, state);
      self->m_socket.receive(asio::buffer(&byte, 1), asio::socket_base::message_peek, state);
      if (state && state != asio::error::would_block) {
        *gone = true;
        self->cut();
        self->m_ticket = {}; // the rest stays until its question is dropped
      }
    });
  }

  void upgrade(const service::Request& request) {
    if (m_reader.has_more()) { // a client waits for the answer first
      refuse({400, "Bytes follow the request for a WebSocket. Wait for its answer."});
      return;
    }
    std::optional<service::Response> refused;
    try {
      refused = start_web_socket(shared_loop(), m_socket, m_ticket, request, m_reader.request());
    } catch (const std::exception& e) {
      refused = service::error_response(
          500, fmt::format("The server has a defect: {}. Please report it.", e.what()));
    }
    if (refused) {
      m_reader.exchange().keep_alive = false;
      write(loop().finisher.finish(m_reader.exchange(), std::move(*refused)));
      return;
    }
    m_phase = Phase::upgraded;
    m_out = {};
    m_out.status = 101;
    log();
  }

  void write(Outgoing out) {
    if (out.body_size() > small_answer) {
      m_answer = site().admission.answer_for(m_caller.visitor);
      if (!m_answer.take(out.body_size())) {
        auto response = service::error_response(
            503, "Too many large answers have not been read. Read those that you asked for, or "
                 "ask again in a minute.");
        response.retry_after = 10;
        out = loop().finisher.finish(m_reader.exchange(), std::move(response));
      }
    }
    m_out = std::move(out);
    m_phase = Phase::writing;
    const Clock::duration more = std::chrono::seconds{m_out.body_size() / write_rate};
    m_deadline =
        Clock::now() + limits().write_time + std::min<Clock::duration>(more, limits().write_time);
    std::array<asio::const_buffer, 2> buffers{asio::buffer(m_out.head)};
    if (m_out.body != nullptr) {
      buffers[1] = asio::buffer(*m_out.body);
    }
    asio::async_write(m_socket, buffers, [self = self()](const error_code& error, std::size_t) {
      self->on_written(error);
    });
  }

  void on_written(const error_code& error) {
    log();
    const bool goes_on = m_out.keep_alive && !site().draining;
    m_out = {};
    m_answer = {};
    if (error) {
      cut();
      return;
    }
    if (!goes_on) {
      linger();
      return;
    }
    m_reader.next();
    m_in_body = false;
    m_phase = Phase::idle;
    m_deadline = Clock::now() + limits().idle_time;
    go_on();
  }

  /// Cutting a connection with unread bytes in it resets it, and the client may lose the answer.
  void linger() {
    m_phase = Phase::lingering;
    m_deadline = Clock::now() + limits().linger_time;
    m_reader.drop();
    m_socket.shutdown(asio::ip::tcp::socket::shutdown_send, m_ignored);
    discard();
  }

  void discard() {
    m_socket.async_read_some(m_reader.room(),
                             [self = self()](const error_code& error, std::size_t) {
                               error ? self->cut() : self->discard();
                             });
  }

  void log() {
    if (site().options.log == nullptr) {
      return;
    }
    const auto took = Clock::now() - m_begin;
    LoggedRequest logged;
    logged.time = std::chrono::system_clock::now() -
                  std::chrono::duration_cast<std::chrono::system_clock::duration>(took);
    logged.address = m_caller.address;
    logged.method = view(m_reader.request().method_string());
    logged.target = view(m_reader.request().target());
    logged.status = m_out.status;
    logged.bytes = m_out.body_size();
    logged.took = std::chrono::duration_cast<std::chrono::microseconds>(took);
    site().options.log->add(logged);
  }

  Socket m_socket;
  const Caller m_caller;
  Admission::Ticket m_ticket;
  Admission::Memory m_answer; ///< for what is being sent
  Phase m_phase = Phase::idle;
  bool m_timed_out = false;
  bool m_in_body = false; ///< of the present request; m_deadline is that for bodies
  Clock::time_point m_deadline;
  Clock::time_point m_begin; ///< of the present request
  RequestReader m_reader;
  Outgoing m_out;
  error_code m_ignored;
};

} // namespace

void start_connection(std::shared_ptr<Loop> loop, Socket socket, Caller caller,
                      Admission::Ticket ticket) {
  std::make_shared<Connection>(std::move(loop), std::move(socket), std::move(caller),
                               std::move(ticket))
      ->start();
}

} // namespace xq::serve
