#include "serve/connection.hpp"

#include "serve/web_socket.hpp"

#include <xq/base/error.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
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
using Parser = http::request_parser<http::string_body>;

constexpr std::size_t read_size = 4096;       ///< a request fits
constexpr std::size_t body_read_size = 65536; ///< of a body that does not
constexpr std::size_t write_rate = 16384;     ///< bytes a second that a client must take at least
constexpr std::size_t body_step = 4096;       ///< in which memory for bodies is counted
constexpr std::size_t small_answer = 65536;   ///< sent however much others have not taken

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

/// The answer to a request that was refused before the handler saw it.
struct Refusal {
  int status;
  std::string what;
};

Refusal refusal_for(const error_code& error) {
  if (error == http::error::header_limit) {
    return {431, "The header is too long. Send fewer or shorter header fields."};
  }
  if (error == http::error::body_limit) {
    return {413, "The body is too long. Send less at once."};
  }
  if (error == http::error::bad_version) {
    return {400, "This is not HTTP/1.0 or HTTP/1.1. Ask with one of these."};
  }
  return {400, fmt::format("This is no sound HTTP request ({}). Send one.", error.message())};
}

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
        m_ticket{std::move(ticket)} {}

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
    const bool body = m_header_seen;
    const auto room = m_buffer.prepare(body ? body_read_size : read_size);
    m_socket.async_read_some(room, [self = self()](const error_code& error, std::size_t bytes) {
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
    m_buffer.commit(bytes);
    parse();
  }

  void parse() {
    while (true) {
      if (!m_parser) {
        skip_line_ends();
      }
      if (m_buffer.size() == 0) {
        read();
        return;
      }
      if (!m_parser) {
        begin();
      }
      if (has_folded_line()) {
        refuse({400, "A line of the header begins with a blank. Send each field in one line."});
        return;
      }
      error_code error;
      const auto used = m_parser->put(m_buffer.data(), error);
      m_buffer.consume(used);
      m_looked_at -= std::min(used, m_looked_at);
      if (m_header_seen && !has_room_for_body()) {
        refuse({503, "The server receives too much at once. Send it again later."});
        return;
      }
      m_header_bytes += m_header_seen ? 0 : used;
      if (m_header_bytes > limits().header_bytes) { // Beast's limit is for what one call sees
        refuse_long_header();
        return;
      }
      if (m_parser->is_header_done() && !m_header_seen) {
        m_header_seen = true;
        if (!error && !take_header()) {
          return;
        }
      }
      if (error == http::error::need_more) {
        if (m_buffer.size() >= limits().header_bytes) { // also: an endless line between chunks
          refuse_long_header();
        } else {
          read();
        }
        return;
      }
      if (error) {
        if (error == http::error::header_limit) {
          refuse_long_header();
        } else {
          refuse(refusal_for(error));
        }
        return;
      }
      if (m_parser->is_done()) {
        take_request();
        return;
      }
    }
  }

  /// A field that goes on in the next line (obs-fold), which others may read as two (RFC
  /// 9112, 5.2).
  bool has_folded_line() {
    const auto bytes =
        std::string_view{static_cast<const char*>(m_buffer.data().data()), m_buffer.size()};
    for (; !m_header_seen && !m_header_ended && m_looked_at < bytes.size(); ++m_looked_at) {
      const char c = bytes[m_looked_at];
      if (m_line_begins && (c == ' ' || c == '\t')) {
        return true;
      }
      if (c != '\r') {
        m_header_ended = m_line_begins && c == '\n';
        m_line_begins = c == '\n';
      }
    }
    return false;
  }

  /// What came of the body is counted as it comes: a length that is only declared holds nothing.
  bool has_room_for_body() {
    const auto size = m_parser->get().body().size();
    return size <= m_body.bytes() ||
           m_body.take((size - m_body.bytes() + body_step - 1) / body_step * body_step);
  }

  /// Some clients send an empty line behind a body (RFC 9112, 2.2).
  void skip_line_ends() {
    const auto bytes =
        std::string_view{static_cast<const char*>(m_buffer.data().data()), m_buffer.size()};
    m_buffer.consume(std::min(bytes.find_first_not_of("\r\n"), bytes.size()));
  }

  void begin() {
    m_parser.emplace();
    m_parser->header_limit(static_cast<std::uint32_t>(limits().header_bytes));
    m_parser->body_limit(limits().big_body_bytes);
    m_header_seen = false;
    m_header_bytes = 0;
    m_looked_at = 0;
    m_line_begins = false;
    m_header_ended = false;
    m_foreign = false;
    m_phase = Phase::receiving;
    m_begin = Clock::now();
    m_deadline = m_begin + limits().header_time;
    m_exchange = {};
    m_exchange.origins_differ = site().origins.any();
  }

  [[nodiscard]] std::string_view field(http::field name) const {
    const auto& fields = m_parser->get();
    const auto found = fields.find(name);
    return found == fields.end() ? std::string_view{} : view(found->value());
  }

  /// Look at the header before the body is read. False: the request is refused.
  bool take_header() {
    auto refusal = check_target();
    if (!refusal) {
      refusal = check_host();
    }
    if (!refusal) {
      refusal = check_origin();
    }
    if (!refusal) {
      refusal = check_body();
    }
    if (refusal) {
      refuse(*refusal);
      return false;
    }
    m_exchange.keep_alive = m_parser->keep_alive();
    m_exchange.is_head = m_parser->get().method() == http::verb::head;
    m_exchange.gzip = accepts_gzip(field(http::field::accept_encoding));
    m_exchange.if_none_match = field(http::field::if_none_match);
    if (m_parser->is_done()) {
      return true;
    }
    m_deadline = Clock::now() + limits().body_time;
    if (!field(http::field::expect).empty() && m_buffer.size() == 0) {
      ask_for_body();
      return false;
    }
    return true;
  }

  std::optional<Refusal> check_target() {
    auto& request = m_parser->get();
    const auto method = request.method();
    if (method != http::verb::get && method != http::verb::head && method != http::verb::post &&
        method != http::verb::options) {
      return Refusal{405, "This method is not known here. Ask with GET, HEAD or POST."};
    }
    auto target = view(request.target());
    if (target.size() > limits().target_bytes) {
      return Refusal{414, fmt::format("The address is longer than {} bytes. Ask with POST, or for "
                                      "less.",
                                      limits().target_bytes)};
    }
    if (target.starts_with("http://") || target.starts_with("https://")) { // as to a proxy
      const auto host = target.find("://") + 3;
      const auto path = std::min(target.find_first_of("/?", host), target.size());
      m_exchange.host = target.substr(host, path - host);
      const std::string rest{target.substr(path)};
      request.target(rest.starts_with('/') ? rest : "/" + rest);
    } else if (!target.starts_with('/') && !(target == "*" && method == http::verb::options)) {
      return Refusal{400, "The address does not begin with a slash. Ask for a path."};
    }
    return std::nullopt;
  }

  std::optional<Refusal> check_host() {
    const auto& request = m_parser->get();
    const auto count = request.count(http::field::host);
    if (count > 1 || (count == 0 && request.version() >= 11)) {
      return Refusal{400, "A request has one Host header. Send one."};
    }
    if (m_exchange.host.empty()) {
      m_exchange.host = field(http::field::host);
    }
    if (count > 0 && !site().hosts.allows(m_exchange.host)) {
      m_exchange.host.clear();
      return Refusal{403, "The server does not answer to this name (header Host). Use its address, "
                          "or start it with --allow-host NAME."};
    }
    if (count == 0) {
      m_exchange.host.clear();
    }
    return std::nullopt;
  }

  /// Pages of other sites may make a browser ask us (CSRF): it says which page asks.
  std::optional<Refusal> check_origin() {
    const auto origin = field(http::field::origin);
    const bool allowed = !origin.empty() && site().origins.allows(origin);
    if (allowed) {
      m_exchange.allowed_origin = origin;
      return std::nullopt;
    }
    const bool changes = m_parser->get().method() == http::verb::post ||
                         boost::beast::websocket::is_upgrade(m_parser->get()) ||
                         m_parser->get().method() == http::verb::options;
    const auto other = [this](std::string_view name, std::string_view value) {
      const auto& fields = m_parser->get();
      const auto found = fields.find(boost::beast::string_view{name.data(), name.size()});
      return found != fields.end() && view(found->value()) == value;
    };
    const bool own = origin.empty() ? !other("Sec-Fetch-Site", "cross-site")
                                    : is_same_origin(origin, m_exchange.host);
    m_foreign = !own || other("Sec-Fetch-Site", "same-site") || other("Sec-Fetch-Mode", "navigate");
    const bool opened_by_person = !changes && other("Sec-Fetch-Mode", "navigate");
    if (own || opened_by_person || (!changes && !origin.empty())) {
      return std::nullopt; // the last: the browser shows the answer to nobody
    }
    return Refusal{403, "A page of another site asks (header Origin). Start the server with "
                        "--allow-origin ORIGIN if it may."};
  }

  std::optional<Refusal> check_body() {
    const auto coding = field(http::field::transfer_encoding);
    if (!coding.empty() && !m_parser->chunked()) {
      return Refusal{400, "Transfer-Encoding can be chunked alone. Send the body plainly."};
    }
    if (m_parser->is_done()) {
      return std::nullopt;
    }
    const auto expect = field(http::field::expect);
    if (!expect.empty() && !boost::beast::iequals("100-continue", {expect.data(), expect.size()})) {
      return Refusal{417, "Only 100-continue can be expected. Leave Expect out."};
    }
    const auto target = view(m_parser->get().target());
    const auto path = target.substr(0, target.find('?'));
    const auto& files = site().options.takes_files;
    const bool big = std::ranges::find(files, path) != files.end();
    const auto limit = big ? limits().big_body_bytes : limits().body_bytes;
    const auto length = m_parser->content_length();
    if (length && *length > limit) {
      return Refusal{413,
                     fmt::format("The body is longer than {} bytes. Send less at once.", limit)};
    }
    m_parser->body_limit(limit);
    m_body = site().admission.body_of(m_caller.visitor);
    return std::nullopt;
  }

  void ask_for_body() {
    static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(m_socket, asio::buffer(go_on.data(), go_on.size()),
                      [self = self()](const error_code& error, std::size_t) {
                        error ? self->cut() : self->read();
                      });
  }

  void refuse_long_header() {
    const auto bytes =
        std::string_view{static_cast<const char*>(m_buffer.data().data()), m_buffer.size()};
    if (!m_header_seen && m_parser->get().target().empty() &&
        bytes.find('\n') == std::string_view::npos) {
      refuse({414, "The address is too long. Ask for less."});
    } else {
      refuse({431, "The header is too long. Send fewer or shorter header fields."});
    }
  }

  /// Answer what the handler does not get to see; the connection ends.
  void refuse(const Refusal& refusal) {
    auto response = service::error_response(refusal.status, refusal.what);
    response.retry_after = refusal.status == 503 ? 5 : 0;
    m_exchange.keep_alive = false;
    m_exchange.is_head = m_exchange.is_head || m_parser->get().method() == http::verb::head;
    // The memory is free for others at once, not only when the refusal has been written.
    std::string{}.swap(m_parser->get().body());
    m_body = {};
    write(loop().finisher.finish(m_exchange, std::move(response)));
  }

  void take_request() {
    m_phase = Phase::answering;
    auto& message = m_parser->get();
    m_exchange.keep_alive = m_exchange.keep_alive && !site().draining;
    if (message.method() == http::verb::options) {
      answer_preflight();
      return;
    }
    service::Request request;
    request.method = m_exchange.is_head ? "GET" : std::string{view(message.method_string())};
    request.target = view(message.target());
    request.content_type = field(http::field::content_type);
    request.accept = field(http::field::accept);
    request.accept_language = field(http::field::accept_language);
    request.client = m_ticket.address();
    request.visitor = m_caller.visitor;
    request.foreign = m_foreign;
    request.body = std::move(message.body());
    if (boost::beast::websocket::is_upgrade(message)) {
      upgrade(request);
    } else if (site().handler.is_slow(request)) {
      answer_slowly(std::move(request));
    } else {
      write(loop().finisher.finish(m_exchange, guarded_answer(site().handler, request)));
    }
  }

  void answer_preflight() {
    m_exchange.is_preflight = true;
    service::Response response;
    response.status = 204;
    write(loop().finisher.finish(m_exchange, std::move(response)));
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
        out = finisher.finish(one.m_exchange, guarded_answer(one.site().handler, request));
      }
      send(std::move(*held), std::move(out));
    };
    job.refuse = [held] {
      Finisher finisher;
      auto out = finisher.finish((*held)->m_exchange, too_many());
      send(std::move(*held), std::move(out));
    };
    if (!site().slow->submit(m_caller.visitor, cost, std::move(job))) {
      held->reset();
      write(loop().finisher.finish(m_exchange, too_many()));
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
    if (m_buffer.size() > 0) { // a client waits for the answer first
      refuse({400, "Bytes follow the request for a WebSocket. Wait for its answer."});
      return;
    }
    std::optional<service::Response> refused;
    try {
      refused = start_web_socket(shared_loop(), m_socket, m_ticket, request, m_parser->get());
    } catch (const std::exception& e) {
      refused = service::error_response(
          500, fmt::format("The server has a defect: {}. Please report it.", e.what()));
    }
    if (refused) {
      m_exchange.keep_alive = false;
      write(loop().finisher.finish(m_exchange, std::move(*refused)));
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
        out = loop().finisher.finish(m_exchange, std::move(response));
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
    m_body = {};
    m_answer = {};
    if (error) {
      cut();
      return;
    }
    if (!goes_on) {
      linger();
      return;
    }
    m_parser.reset();
    m_header_seen = false;
    if (m_buffer.size() == 0 && m_buffer.capacity() > read_size) {
      m_buffer.shrink_to_fit();
    }
    m_phase = Phase::idle;
    m_deadline = Clock::now() + limits().idle_time;
    parse();
  }

  /// Cutting a connection with unread bytes in it resets it, and the client may lose the answer.
  void linger() {
    m_phase = Phase::lingering;
    m_deadline = Clock::now() + limits().linger_time;
    m_buffer.clear();
    m_socket.shutdown(asio::ip::tcp::socket::shutdown_send, m_ignored);
    discard();
  }

  void discard() {
    m_socket.async_read_some(m_buffer.prepare(read_size),
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
    logged.method = view(m_parser->get().method_string());
    logged.target = view(m_parser->get().target());
    logged.status = m_out.status;
    logged.bytes = m_out.body_size();
    logged.took = std::chrono::duration_cast<std::chrono::microseconds>(took);
    site().options.log->add(logged);
  }

  Socket m_socket;
  const Caller m_caller;
  Admission::Ticket m_ticket;
  Admission::Memory m_body;   ///< for what came of the body
  Admission::Memory m_answer; ///< for what is being sent
  Phase m_phase = Phase::idle;
  bool m_timed_out = false;
  bool m_header_seen = false;
  std::size_t m_header_bytes = 0; ///< used of the present header
  std::size_t m_looked_at = 0;    ///< of m_buffer by has_folded_line()
  bool m_line_begins = false;     ///< there
  bool m_header_ended = false;    ///< there
  bool m_foreign = false;         ///< see service::Request
  Clock::time_point m_deadline;
  Clock::time_point m_begin; ///< of the present request
  boost::beast::flat_buffer m_buffer;
  std::optional<Parser> m_parser; ///< of the present request, until its answer is sent
  Exchange m_exchange;
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
