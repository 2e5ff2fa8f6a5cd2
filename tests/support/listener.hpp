#pragma once

#include "base/text/json_value.hpp"
#include "service/conversation.hpp"
#include "service/service.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

/// What a client hears: the other end of an Outlet. Copies hear the same.
class Listener {
public:
  [[nodiscard]] xq::service::Outlet outlet() const {
    return {[heard = m_heard](const std::shared_ptr<const std::string>& message) {
              const std::lock_guard lock{heard->mutex};
              heard->messages.push_back(*message);
              heard->changed.notify_all();
            },
            [heard = m_heard](std::uint16_t code, std::string_view) {
              const std::lock_guard lock{heard->mutex};
              heard->code = code;
              heard->changed.notify_all();
            }};
  }

  [[nodiscard]] std::vector<std::string> all() const {
    const std::lock_guard lock{m_heard->mutex};
    return m_heard->messages;
  }
  [[nodiscard]] std::size_t count() const { return all().size(); }
  [[nodiscard]] std::string last() const {
    const auto messages = all();
    return messages.empty() ? std::string{} : messages.back();
  }
  /// The code with which it was closed; 0: it was not.
  [[nodiscard]] std::uint16_t code() const {
    const std::lock_guard lock{m_heard->mutex};
    return m_heard->code;
  }
  /// Wait for a message with `part` in it, among those from `from` on; empty after ten seconds.
  [[nodiscard]] std::string wait_for(std::string_view part, std::size_t from = 0) const {
    std::unique_lock lock{m_heard->mutex};
    std::string found;
    m_heard->changed.wait_for(lock, std::chrono::seconds{10}, [&] {
      for (std::size_t i = from; i < m_heard->messages.size(); ++i) {
        if (m_heard->messages[i].find(part) != std::string::npos) {
          found = m_heard->messages[i];
          return true;
        }
      }
      return false;
    });
    return found;
  }

private:
  struct Heard {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::string> messages;
    std::uint16_t code = 0;
  };
  std::shared_ptr<Heard> m_heard = std::make_shared<Heard>();
};

/// A clock that stands until it is moved. Copies are the same clock.
class StandingClock {
public:
  [[nodiscard]] std::chrono::steady_clock::time_point now() const {
    return std::chrono::steady_clock::time_point{std::chrono::milliseconds{*m_milliseconds}};
  }
  void pass(std::chrono::milliseconds time) { *m_milliseconds += time.count(); }
  [[nodiscard]] xq::service::TimeSource source() const {
    return [copy = *this] { return copy.now(); };
  }

private:
  std::shared_ptr<std::atomic<std::int64_t>> m_milliseconds =
      std::make_shared<std::atomic<std::int64_t>>(1'000'000'000);
};

/// JSON that the service wrote.
[[nodiscard]] inline xq::JsonValue parsed(std::string_view text) {
  auto value = xq::read_json(text, {1U << 22U, 20, 1'000'000});
  return value ? std::move(*std::move(value)) : xq::JsonValue{};
}

/// A text at a path such as `clocks.running`; "null" for what is null or not there.
[[nodiscard]] inline std::string at(const xq::JsonValue& value, std::string_view path) {
  const auto* place = &value;
  while (place != nullptr && !path.empty()) {
    const auto name = path.substr(0, path.find('.'));
    place = place->find(name);
    path.remove_prefix(std::min(path.size(), name.size() + 1));
  }
  if (place == nullptr) {
    return "null";
  }
  if (place->string() != nullptr) {
    return *place->string();
  }
  std::string text;
  xq::JsonWriter json{text};
  place->write(json);
  return text;
}

} // namespace support
