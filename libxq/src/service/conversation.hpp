#pragma once

// What the conversations of all parts need.

#include <xq/base/error.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace xq::service {

/// Where the parts of the service read the time; tests give their own.
using TimeSource = std::function<std::chrono::steady_clock::time_point()>;

/// What is wrong with a message, and what to do: becomes {"type":"error"}. In the language that the
/// client wants (localized()).
class Refusal : public Error {
public:
  using Error::Error;
};

/// As Outlet::send() takes it.
[[nodiscard]] inline std::shared_ptr<const std::string> to_message(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

/// How many messages one connection may send: so many a second in the long run, twice as many at
/// once. For one thread at a time.
class MessageRate {
public:
  explicit MessageRate(double a_second) : m_a_second{a_second}, m_left{2 * a_second} {}

  /// A message came; false when it is one too many.
  [[nodiscard]] bool take(std::chrono::steady_clock::time_point now) noexcept {
    const std::chrono::duration<double> passed = now - m_last;
    m_left = std::min(2 * m_a_second, m_left + std::max(passed.count(), 0.0) * m_a_second);
    m_last = now;
    if (m_left < 1) {
      return false;
    }
    m_left -= 1;
    return true;
  }

private:
  double m_a_second;
  double m_left;
  std::chrono::steady_clock::time_point m_last;
};

} // namespace xq::service
