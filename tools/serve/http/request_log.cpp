#include "serve/http/request_log.hpp"

#include "base/text/json_writer.hpp"
#include "base/text/printable.hpp"
#include "serve/http/rules.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <utility>

namespace xq::serve {
namespace {

constexpr std::size_t most_unwritten = 4U << 20U; ///< bytes

std::string time_text(std::chrono::system_clock::time_point time) {
  const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch());
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)), since.count() % 1000);
}

} // namespace

std::string log_line(const LoggedRequest& request, bool json) {
  const double milliseconds = static_cast<double>(request.took.count()) / 1000;
  const auto target = printable(without_secrets(request.target));
  if (!json) {
    return fmt::format("{} {} {} {} {} {} {:.2f}ms", time_text(request.time), request.address,
                       printable(request.method), target, request.status, request.bytes,
                       milliseconds);
  }
  std::string line;
  JsonWriter{line}
      .begin_object()
      .member("time", std::string_view{time_text(request.time)})
      .member("address", request.address)
      .member("method", std::string_view{printable(request.method)})
      .member("target", std::string_view{target})
      .member("status", request.status)
      .member("bytes", request.bytes)
      .member("milliseconds", milliseconds, 2)
      .end_object();
  return line;
}

RequestLog::RequestLog(bool json, Write write)
    : m_json{json}, m_write{std::move(write)}, m_thread{[this] { work(); }} {}

RequestLog::~RequestLog() {
  {
    const std::lock_guard lock{m_mutex};
    m_ends = true;
  }
  m_more.notify_all();
  m_thread.join();
}

void RequestLog::add(const LoggedRequest& request) {
  const auto line = log_line(request, m_json);
  {
    const std::lock_guard lock{m_mutex};
    if (m_lines.size() + line.size() >= most_unwritten) {
      ++m_dropped;
      return;
    }
    m_lines += line;
    m_lines += '\n';
  }
  m_more.notify_one();
}

void RequestLog::work() {
  std::unique_lock lock{m_mutex};
  while (true) {
    m_more.wait(lock, [this] { return m_ends || !m_lines.empty(); });
    const bool last = m_ends;
    auto lines = std::exchange(m_lines, {});
    if (const auto dropped = std::exchange(m_dropped, 0); dropped > 0) {
      lines += m_json ? fmt::format("{{\"dropped\":{}}}\n", dropped)
                      : fmt::format("{} lines were dropped\n", dropped);
    }
    lock.unlock();
    if (!lines.empty()) {
      m_write(lines);
    }
    lock.lock();
    if (last && m_lines.empty()) {
      return;
    }
  }
}

} // namespace xq::serve
