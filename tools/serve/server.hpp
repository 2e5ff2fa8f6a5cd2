#pragma once

#include "serve/http/request_log.hpp"
#include "serve/listen_address.hpp"
#include "service/service.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace xq::serve {

/// What answers: service::Service, or what a test puts in its place. The same contract; all
/// functions but tick(), next_tick() and shut_down() are called by several threads.
class Handler {
public:
  virtual ~Handler() = default;
  [[nodiscard]] virtual bool is_slow(const service::Request& request) const = 0;
  /// Whether a slow answer may take seconds.
  [[nodiscard]] virtual bool is_dear(const service::Request& request) const = 0;
  [[nodiscard]] virtual service::Response answer(const service::Request& request) = 0;
  [[nodiscard]] virtual service::Service::Opened open(const service::Request& request,
                                                      service::Outlet outlet) = 0;
  [[nodiscard]] virtual std::chrono::steady_clock::time_point next_tick() const = 0;
  virtual void tick(std::chrono::steady_clock::time_point now) = 0;
  virtual void shut_down() = 0;
};

/// How much a client may ask for, and how long it may take. docs/serve.md explains them.
struct Limits {
  std::size_t header_bytes = 16U << 10U;
  std::size_t target_bytes = 8U << 10U;
  std::size_t body_bytes = 256U << 10U;
  std::size_t big_body_bytes = 4U << 20U;    ///< where a file is sent: Options::takes_files
  std::size_t all_bodies_bytes = 64U << 20U; ///< that arrived, of requests not yet answered
  /// Memory for answers that clients have not taken; what is small is sent in any case.
  std::size_t all_answers_bytes = 128U << 20U;
  std::size_t connections = 10'000;
  std::size_t per_address = 256; ///< connections; not from this machine, where a proxy may be
  bool limit_own_machine = false;
  std::size_t slow_waiting = 64; ///< slow questions that wait for a thread; as many dear ones
  std::size_t message_bytes = 64U << 10U;
  unsigned messages_a_second = 20; ///< of a WebSocket, pings included
  unsigned messages_at_once = 60;
  std::size_t unsent_bytes = 1U << 20U;          ///< that a WebSocket's client has not taken yet
  std::chrono::milliseconds header_time{10'000}; ///< from the first byte to the last
  std::chrono::milliseconds body_time{60'000};
  std::chrono::milliseconds idle_time{75'000};  ///< between requests
  std::chrono::milliseconds write_time{30'000}; ///< for large answers up to twice as long
  std::chrono::milliseconds linger_time{2'000}; ///< to read an answer before the connection is cut
  std::chrono::milliseconds web_socket_idle_time{60'000}; ///< pinged after half of it
  std::chrono::milliseconds drain_time{20'000}; ///< to finish answers when the server stops
};

struct Options {
  std::vector<ListenAddress> listen;
  std::vector<int> sockets; ///< that listen already; then `listen` is not used
  std::vector<std::string> hosts;
  std::vector<std::string> origins;
  std::vector<std::string> takes_files{"/read", "/write"};
  unsigned threads = 1; ///< that serve connections
  unsigned slow_threads = 1;
  Limits limits;
  RequestLog* log = nullptr; ///< null: none; outlives the server
};

/// HTTP/1.1 and WebSockets for a Handler, which outlives it.
class Server {
public:
  /// Listens. Throws Error, for example when a port is in use.
  Server(Handler& handler, const Options& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// `http://127.0.0.1:8140/`, one for each address, with the port that the system chose.
  [[nodiscard]] const std::vector<std::string>& urls() const noexcept;
  /// Addresses (`0.0.0.0:8140`) that other machines can reach.
  [[nodiscard]] const std::vector<std::string>& open_addresses() const noexcept;
  [[nodiscard]] std::size_t connections() const;

  /// Answers until `stop` is true, which is asked at least ten times a second; then takes no more
  /// connections, finishes the answers that are being made, ends conversations, and returns. Called
  /// once.
  void run(const std::function<bool()>& stop);

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace xq::serve
