#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace xq::serve {

/// What a log says about a request.
struct LoggedRequest {
  std::chrono::system_clock::time_point time;
  std::string_view address;
  std::string_view method;
  std::string_view target; ///< as sent; secrets of players are not written
  int status = 0;
  std::size_t bytes = 0; ///< of the answer's body as sent
  std::chrono::microseconds took{0};
};

/// One line, without its end, that a terminal can only show: `2026-11-22T13:36:22.123Z 127.0.0.1
/// GET /explorer?fen=... 200 1234 0.81ms`, or the same as a JSON object.
[[nodiscard]] std::string log_line(const LoggedRequest& request, bool json);

/// Writes lines by a thread of its own, so that a reader who is slow holds up no answer. Lines that
/// it cannot keep up with are dropped and counted. Thread-safe.
class RequestLog {
public:
  using Write = std::function<void(std::string_view lines)>;

  RequestLog(bool json, Write write);
  /// Writes what is left.
  ~RequestLog();
  RequestLog(const RequestLog&) = delete;
  RequestLog& operator=(const RequestLog&) = delete;

  void add(const LoggedRequest& request);

private:
  void work();

  const bool m_json;
  const Write m_write;
  std::mutex m_mutex;
  std::condition_variable m_more;
  std::string m_lines;
  std::uint64_t m_dropped = 0;
  bool m_ends = false;
  std::jthread m_thread;
};

} // namespace xq::serve
