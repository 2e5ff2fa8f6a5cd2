#pragma once

#include "service/analysis/search_queue.hpp"
#include "service/conversation.hpp"
#include "service/service.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace xq::service {

struct AnalysisLimits {
  double messages_a_second = 20;
  std::chrono::milliseconds longest{60'000}; ///< a search, whatever was asked for
  std::size_t message_bytes = 32 * 1024;
  std::size_t most_moves = 1000;
  std::chrono::milliseconds report_pause{50}; ///< between two `info` of one search, at least
};

/// A conversation at /analysis: one search at a time, on the engines of `queue` (docs/api_play.md).
/// Thread-safe as Conversation wants it. `visitor`: at whose turns it waits.
[[nodiscard]] std::unique_ptr<Conversation>
make_analysis(std::shared_ptr<SearchQueue> queue, Outlet outlet, const AnalysisLimits& limits = {},
              TimeSource now = std::chrono::steady_clock::now, std::string visitor = {});

} // namespace xq::service
