#include "serve/server.hpp"

#include "base/text/system_message.hpp"
#include "serve/connection.hpp"
#include "serve/loop.hpp"

#include <xq/base/error.hpp>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

namespace xq::serve {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Acceptor = asio::basic_socket_acceptor<tcp, Context::executor_type>;
using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Context::executor_type>;

constexpr std::chrono::milliseconds accept_pause{200}; ///< when the system has no more descriptors

/// What the system says, and what to do about it.
std::string reason(const error_code& error) {
  const auto said = system_message(std::error_code{error});
  if (error == asio::error::address_in_use) {
    return localized("{}. Stop what listens there, or choose another port (0: a free one).", said);
  }
  if (error == asio::error::access_denied) {
    return localized("{}. Choose a port from 1024 on.", said);
  }
  if (error == boost::system::errc::address_not_available) {
    return localized("{}. This machine does not have that address; 'ip address' lists those that "
                     "it has.",
                     said);
  }
  return localized("{}.", said);
}

asio::ip::address unmapped(const asio::ip::address& address) {
  return address.is_v6() && address.to_v6().is_v4_mapped()
             ? asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6())
             : address;
}

/// Whose connections are counted together: an address, or the 64 bits of a network that one
/// machine can take addresses from at will.
std::string group_of(const asio::ip::address& address) {
  if (address.is_v4()) {
    return address.to_string();
  }
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return asio::ip::make_address_v6(bytes).to_string();
}

std::string host_and_port(const tcp::endpoint& endpoint) {
  return to_text(ListenAddress{unmapped(endpoint.address()).to_string(), endpoint.port()});
}

} // namespace

struct Server::State {
  State(Handler& handler, const Options& options) : site{handler, options} {
    for (unsigned i = 0; i < std::max(1U, options.threads); ++i) {
      loops.push_back(std::make_shared<Loop>(site));
    }
  }

  void listen(const ListenAddress& address) {
    error_code error;
    tcp::resolver resolver{loops.front()->context};
    const auto found =
        resolver.resolve(address.host, std::to_string(address.port),
                         tcp::resolver::passive | tcp::resolver::numeric_service, error);
    if (error) {
      throw make_error("cannot listen at {}: {}. Name an address of this machine.",
                       to_text(address), system_message(std::error_code{error}));
    }
    std::size_t opened = 0;
    for (const auto& entry : found) {
      error = open(entry.endpoint());
      if (error && error != asio::error::address_family_not_supported) {
        break;
      }
      opened += error ? 0U : 1U;
    }
    if (opened == 0) {
      throw make_error("cannot listen at {}: {}", to_text(address), reason(error));
    }
  }

  error_code open(const tcp::endpoint& endpoint) {
    error_code error;
    Acceptor acceptor{loops.front()->context};
    acceptor.open(endpoint.protocol(), error);
#ifndef SO_EXCLUSIVEADDRUSE // Windows: there it would take the port of a program that listens
    if (!error) {
      acceptor.set_option(tcp::acceptor::reuse_address{true}, error);
    }
#endif
    if (!error && endpoint.address().is_v6()) {
      acceptor.set_option(asio::ip::v6_only{true}, error);
    }
    if (!error) {
      acceptor.bind(endpoint, error);
    }
    if (!error) {
      acceptor.listen(asio::socket_base::max_listen_connections, error);
    }
    if (!error) {
      add(std::move(acceptor));
    }
    return error;
  }

  /// A socket that listens already, from the program that started us.
  void take(int descriptor) {
    error_code error;
    const auto socket = static_cast<Acceptor::native_handle_type>(descriptor); // wider on Windows
    Acceptor acceptor{loops.front()->context};
    acceptor.assign(tcp::v4(), socket, error);
    tcp::endpoint local;
    if (!error) {
      local = acceptor.local_endpoint(error);
    }
    if (!error && local.protocol() == tcp::v6()) {
      acceptor.release(error);
      acceptor.assign(tcp::v6(), socket, error);
    }
    if (error) {
      throw make_error("descriptor {} is no TCP socket that listens: {}. Look at ListenStream= of "
                       "the socket unit.",
                       descriptor, system_message(std::error_code{error}));
    }
    add(std::move(acceptor));
  }

  void add(Acceptor acceptor) {
    const auto local = acceptor.local_endpoint();
    urls.push_back(fmt::format("http://{}/", host_and_port(local)));
    if (!local.address().is_loopback()) {
      open_addresses.push_back(host_and_port(local));
    }
    acceptors.push_back(std::make_unique<Acceptor>(std::move(acceptor)));
  }

  void accept(Acceptor& acceptor) {
    const auto least = std::min_element(
        loops.begin(), loops.end(), [](const auto& a, const auto& b) { return a->size < b->size; });
    acceptor.async_accept((*least)->context, [this, &acceptor, loop = *least](
                                                 const error_code& error, Socket socket) {
      if (!acceptor.is_open()) {
        return;
      }
      if (!error) {
        admit(loop, std::move(socket));
      } else if (error != asio::error::connection_aborted) { // no descriptor, no memory
        pause(acceptor);
        return;
      }
      accept(acceptor);
    });
  }

  void pause(Acceptor& acceptor) {
    const auto timer = std::make_shared<Timer>(loops.front()->context, accept_pause);
    timer->async_wait([this, &acceptor, timer](const error_code&) {
      if (acceptor.is_open()) {
        accept(acceptor);
      }
    });
  }

  void admit(const std::shared_ptr<Loop>& loop, Socket socket) {
    error_code error;
    const auto peer = socket.remote_endpoint(error);
    if (error) { // gone already
      return;
    }
    const auto address = unmapped(peer.address());
    const bool exempt = address.is_loopback() && !site.options.limits.limit_own_machine;
    auto ticket = site.admission.connect(exempt ? std::string{} : group_of(address));
    if (!ticket) {
      static constexpr std::string_view busy =
          "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\n"
          "Connection: close\r\n\r\n";
      socket.non_blocking(true, error);
      socket.write_some(asio::buffer(busy.data(), busy.size()), error);
      return;
    }
    asio::post(loop->context, [loop, caller = Caller{address.to_string(), group_of(address)},
                               ticket = std::move(ticket), socket = std::move(socket)]() mutable {
      start_connection(loop, std::move(socket), std::move(caller), std::move(ticket));
    });
  }

  void start() {
    const auto& options = site.options;
    site.slow =
        std::make_unique<SlowPool>(std::max(1U, options.slow_threads), options.limits.slow_waiting);
    for (const auto& acceptor : acceptors) {
      asio::post(loops.front()->context, [this, &acceptor] { accept(*acceptor); });
    }
    for (const auto& loop : loops) {
      threads.emplace_back([loop] { loop->run(); });
    }
  }

  void tick() {
    const auto now = Clock::now();
    if (now >= next_tick) {
      site.handler.tick(now);
      next_tick = now + tick_interval;
    }
    std::this_thread::sleep_until(
        std::clamp(site.handler.next_tick(), now + std::chrono::milliseconds{2}, next_tick));
    if (site.handler.next_tick() <= Clock::now()) {
      next_tick = Clock::now();
    }
  }

  void for_each_peer(void (Peer::*f)()) {
    for (const auto& loop : loops) {
      loop->for_each_peer(f);
    }
  }

  /// Wait until all connections of this kind are gone, or the time is over.
  void wait_until_gone(std::chrono::milliseconds time, bool with_web_sockets) {
    const auto end = Clock::now() + time;
    while (Clock::now() < end && left(with_web_sockets) > 0) {
      tick();
    }
  }

  [[nodiscard]] std::size_t left(bool with_web_sockets) const {
    std::size_t sum = 0;
    for (const auto& loop : loops) {
      sum += loop->size;
      sum -= with_web_sockets ? 0 : loop->web_sockets.load();
    }
    return sum;
  }

  void stop() {
    site.draining = true;
    asio::post(loops.front()->context, [this] {
      for (const auto& acceptor : acceptors) {
        error_code ignored;
        acceptor->close(ignored);
      }
    });
    for_each_peer(&Peer::drain);
    wait_until_gone(site.options.limits.drain_time, false);
    std::exception_ptr failure; // of what was to be kept; the threads are to end all the same
    try {
      site.handler.shut_down();
    } catch (...) {
      failure = std::current_exception();
    }
    for_each_peer(&Peer::dismiss);
    wait_until_gone(site.options.limits.linger_time, true);
    site.dropping = true;
    for_each_peer(&Peer::cut);
    site.slow.reset(); // after the last answer that it makes
    for_each_peer(&Peer::cut);
    for (const auto& loop : loops) {
      asio::post(loop->context, [loop] { loop->allow_end(); });
    }
    threads.clear(); // joins
    if (failure) {
      std::rethrow_exception(failure);
    }
  }

  static constexpr std::chrono::milliseconds tick_interval{100};
  Site site;
  std::vector<std::shared_ptr<Loop>> loops;
  std::vector<std::unique_ptr<Acceptor>> acceptors; ///< on the first loop
  std::vector<std::string> urls;
  std::vector<std::string> open_addresses;
  std::vector<std::jthread> threads;
  Clock::time_point next_tick;
};

Server::Server(Handler& handler, const Options& options)
    : m_state{std::make_unique<State>(handler, options)} {
  if (options.sockets.empty()) {
    for (const auto& address : options.listen) {
      m_state->listen(address);
    }
  }
  for (const int descriptor : options.sockets) {
    m_state->take(descriptor);
  }
}

Server::~Server() = default;

const std::vector<std::string>& Server::urls() const noexcept { return m_state->urls; }
const std::vector<std::string>& Server::open_addresses() const noexcept {
  return m_state->open_addresses;
}
std::size_t Server::connections() const { return m_state->site.admission.connections(); }

void Server::run(const std::function<bool()>& stop) {
  m_state->start();
  while (!stop()) {
    m_state->tick();
  }
  m_state->stop();
}

} // namespace xq::serve
