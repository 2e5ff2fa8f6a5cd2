#pragma once

// What connections share. For the sources that use Boost.Asio alone: a connection cannot be
// declared without naming its socket.

#include "serve/admission.hpp"
#include "serve/http/answer.hpp"
#include "serve/http/rules.hpp"
#include "serve/server.hpp"
#include "serve/slow_pool.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <chrono>
#include <list>
#include <memory>
#include <string>

namespace xq::serve {

using Clock = std::chrono::steady_clock;
using Context = boost::asio::io_context;
/// Names its executor's type, so that no operation goes by way of a virtual function.
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Context::executor_type>;

/// What all connections of a server use. Thread-safe.
struct Site {
  Site(Handler& h, const Options& o)
      : handler{h},
        options{o},
        hosts{o.hosts},
        origins{o.origins},
        admission{{o.limits.connections, o.limits.per_address, o.limits.all_bodies_bytes,
                   o.limits.all_answers_bytes}} {}

  Handler& handler;
  const Options options;
  const HostRule hosts;
  const OriginRule origins;
  Admission admission;
  std::unique_ptr<SlowPool> slow;
  std::atomic<bool> draining = false; ///< the server stops
  std::atomic<bool> dropping = false; ///< ... and has no more time for slow answers
};

class Loop;

/// A connection. It lives on the thread of one loop: all members are called there.
class Peer : public std::enable_shared_from_this<Peer> {
public:
  explicit Peer(std::shared_ptr<Loop> loop);
  virtual ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// Cut the connection when a time limit has passed.
  virtual void check(Clock::time_point now) = 0;
  /// The server stops: end as soon as the present answer is sent.
  virtual void drain() = 0;
  /// Answers are sent: end now, with a word where there is one for that.
  virtual void dismiss() = 0;
  virtual void cut() = 0;

protected:
  [[nodiscard]] Loop& loop() noexcept { return *m_loop; }
  [[nodiscard]] const std::shared_ptr<Loop>& shared_loop() noexcept { return m_loop; }

private:
  const std::shared_ptr<Loop> m_loop; ///< outlives the sockets of derived classes
  std::list<Peer*>::iterator m_place;
};

/// A thread's connections. One look at all of them, a few times a second, watches the time limits:
/// cheaper than a timer for each step of each request.
class Loop : public std::enable_shared_from_this<Loop> {
public:
  explicit Loop(Site& site);

  /// Serves until nothing is left to do and allow_end() was called.
  void run();
  void allow_end() { m_work.reset(); }
  /// Calls `f` for each connection, on the loop's thread.
  void for_each_peer(void (Peer::*f)());

  Context context{1};
  Site& site;
  Finisher finisher;
  std::atomic<std::size_t> size = 0;        ///< connections
  std::atomic<std::size_t> web_sockets = 0; ///< of these

private:
  friend class Peer;
  void watch();

  boost::asio::executor_work_guard<Context::executor_type> m_work;
  std::list<Peer*> m_peers;
  boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Context::executor_type>
      m_timer;
  std::chrono::milliseconds m_interval;
};

} // namespace xq::serve
