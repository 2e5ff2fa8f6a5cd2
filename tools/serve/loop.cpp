#include "serve/loop.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <utility>

namespace xq::serve {
namespace {

/// Often enough that no limit is exceeded by more than a quarter.
std::chrono::milliseconds watch_interval(const Limits& limits) {
  const auto shortest = std::min({limits.header_time, limits.body_time, limits.idle_time,
                                  limits.write_time, limits.linger_time});
  return std::clamp(shortest / 4, std::chrono::milliseconds{5}, std::chrono::milliseconds{250});
}

} // namespace

Peer::Peer(std::shared_ptr<Loop> loop)
    : m_loop{std::move(loop)}, m_place{m_loop->m_peers.insert(m_loop->m_peers.end(), this)} {
  ++m_loop->size;
}

Peer::~Peer() {
  m_loop->m_peers.erase(m_place);
  --m_loop->size;
}

Loop::Loop(Site& s)
    : site{s},
      m_work{boost::asio::make_work_guard(context)},
      m_timer{context},
      m_interval{watch_interval(s.options.limits)} {}

void Loop::run() {
  watch();
  context.run();
}

void Loop::for_each_peer(void (Peer::*f)()) {
  boost::asio::post(context, [self = shared_from_this(), f] {
    for (Peer* peer : std::list<Peer*>{self->m_peers}) {
      const auto keeps = peer->weak_from_this().lock(); // null within its constructor
      if (keeps != nullptr) {
        (*peer.*f)();
      }
    }
  });
}

void Loop::watch() {
  m_timer.expires_after(m_interval);
  m_timer.async_wait([this](const boost::system::error_code& error) {
    if (error) {
      return;
    }
    const auto now = Clock::now();
    for (Peer* peer : m_peers) {
      peer->check(now); // what it cuts ends later, by its handlers
    }
    if (!site.draining || !m_peers.empty()) {
      watch();
    }
  });
}

} // namespace xq::serve
