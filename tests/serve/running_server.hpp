#pragma once

#include "serve/client.hpp"
#include "serve/server.hpp"

#include <xq/base/error.hpp>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace xq::tests {

/// Answers of a few kinds, without any of Xiangqi in it.
class FakeService final : public serve::Handler {
public:
  [[nodiscard]] bool is_slow(const service::Request& request) const override {
    return request.target.starts_with("/slow");
  }
  [[nodiscard]] bool is_dear(const service::Request& request) const override {
    return request.target.starts_with("/slow?dear");
  }
  /// `/echo`: method, target and body; `/tagged`: 5,000 bytes with an entity tag; `/big`: 32 MB;
  /// `/slow`: after release(); `/slow?dear`, too; `/slowly`: at once, but as a slow one; `/client`:
  /// whose request it is; `/foreign`: whether another site's page asks; `/get-alone`: 405;
  /// `/throw`.
  [[nodiscard]] service::Response answer(const service::Request& request) override;
  /// `/talk` says each message again; `/refused` is refused; `/flood` sends 64 KB 1,000 times.
  [[nodiscard]] service::Service::Opened open(const service::Request& request,
                                              service::Outlet outlet) override;
  [[nodiscard]] std::chrono::steady_clock::time_point next_tick() const override {
    return std::chrono::steady_clock::time_point::max();
  }
  void tick(std::chrono::steady_clock::time_point) override { ++ticks; }
  void shut_down() override {
    is_shut_down = true;
    if (fails_at_the_end) {
      throw Error{"games could not be kept"};
    }
  }

  void release();
  /// Wait until so many slow answers are being made.
  bool wait_for_slow(int count);
  /// The targets of slow questions, in the order in which they were answered.
  [[nodiscard]] std::vector<std::string> slow_order();

  std::atomic<int> ticks = 0;
  std::atomic<int> conversations = 0;
  std::atomic<bool> is_shut_down = false;
  bool fails_at_the_end = false; ///< shut_down() throws
  service::Outlet last_outlet;   ///< of the last `/talk`

private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  int m_slow = 0;
  std::vector<std::string> m_slow_order;
  bool m_released = false;
};

/// A server on a free port, until it is destroyed.
class RunningServer {
public:
  /// Limits that a test can wait for are shorter than those of users.
  static serve::Options options();

  explicit RunningServer(const serve::Options& options = RunningServer::options());
  ~RunningServer() { stop(); }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
  [[nodiscard]] serve::Server& server() noexcept { return m_server; }
  void ask_to_stop() { m_stop = true; }
  void stop();
  /// Wait until there are at most so many connections.
  bool wait_for_connections(std::size_t most);

  FakeService service;

private:
  serve::Server m_server;
  std::uint16_t m_port;
  std::atomic<bool> m_stop = false;
  std::jthread m_thread;
};

/// `GET path` over HTTP/1.1 with a Host and these headers, each with its line end.
[[nodiscard]] std::string get(std::string_view path, std::string_view headers = {});
[[nodiscard]] std::string post(std::string_view path, std::string_view body,
                               std::string_view headers = {});

} // namespace xq::tests
