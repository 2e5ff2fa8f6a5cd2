#include "service/front/metrics.hpp"

#include "base/text/compose.hpp"

#include <algorithm>

namespace xq::service {

namespace {

void head(std::string& out, std::string_view name, std::string_view type, std::string_view what) {
  append_format(out, "# HELP {} {}\n# TYPE {} {}\n", name, what, name, type);
}

} // namespace

void Metrics::add(int status, std::chrono::nanoseconds took) noexcept {
  const auto last = static_cast<int>(most_statuses) - 1;
  ++m_answers[static_cast<std::size_t>(std::clamp(status, 0, last))];
  m_nanoseconds += static_cast<std::uint64_t>(std::max<std::int64_t>(0, took.count()));
}

std::string Metrics::text(const Now& now) const {
  std::string out;
  head(out, "xq_info", "gauge", "The version that runs.");
  append_format(out, "xq_info{{version=\"{}\"}} 1\n", now.version);
  head(out, "xq_answers_total", "counter", "Answers by status.");
  std::uint64_t answers = 0;
  for (std::size_t status = 0; status < m_answers.size(); ++status) {
    if (const auto count = m_answers[status].load(); count > 0) {
      answers += count;
      append_format(out, "xq_answers_total{{status=\"{}\"}} {}\n", status, count);
    }
  }
  head(out, "xq_answer_seconds", "summary", "Time to make an answer, without waiting for a turn.");
  append_format(out, "xq_answer_seconds_sum {:.6f}\nxq_answer_seconds_count {}\n",
                static_cast<double>(m_nanoseconds.load()) / 1e9, answers);
  const auto gauge = [&](std::string_view name, std::string_view what, auto value) {
    head(out, name, "gauge", what);
    append_format(out, "{} {}\n", name, value);
  };
  gauge("xq_conversations", "WebSockets of games and analyses.", m_conversations.load());
  gauge("xq_cache_bytes", "Memory of answers that are kept.", now.cache_bytes);
  gauge("xq_databases", "Game databases that are served.", now.databases);
  gauge("xq_books", "Opening books that are served.", now.books);
  const std::chrono::duration<double> up = std::chrono::steady_clock::now() - m_start;
  head(out, "xq_uptime_seconds", "gauge", "Since the service began.");
  append_format(out, "xq_uptime_seconds {:.1f}\n", up.count());
  return out;
}

} // namespace xq::service
