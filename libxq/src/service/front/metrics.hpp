#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace xq::service {

/// What the service has done since it began, for programs that watch servers. Thread-safe.
class Metrics {
public:
  /// What is counted elsewhere, as it is now.
  struct Now {
    std::string_view version;
    std::size_t cache_bytes = 0;
    std::size_t databases = 0;
    std::size_t books = 0;
  };

  /// An answer with this status took so long.
  void add(int status, std::chrono::nanoseconds took) noexcept;
  /// A conversation began (1) or ended (-1).
  void conversation(int change) noexcept { m_conversations += change; }

  /// In the text format of Prometheus, version 0.0.4.
  [[nodiscard]] std::string text(const Now& now) const;

private:
  static constexpr std::size_t most_statuses = 600;

  std::array<std::atomic<std::uint64_t>, most_statuses> m_answers{}; ///< by status
  std::atomic<std::uint64_t> m_nanoseconds = 0;                      ///< of all answers
  std::atomic<std::int64_t> m_conversations = 0;
  const std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

} // namespace xq::service
