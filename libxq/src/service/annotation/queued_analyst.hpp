#pragma once

#include "service/analysis/search_queue.hpp"

#include <xq/analysis/analyst.hpp>

#include <memory>
#include <mutex>
#include <string>

namespace xq::service {

/// An analyst whose questions wait for the engines of a server as moves of games do: at the turns
/// of the visitor for whom it asks, and no more of them at once than the server searches. The
/// answers are those of the analyst inside.
class QueuedAnalyst final : public analysis::Analyst {
public:
  QueuedAnalyst(std::unique_ptr<analysis::Analyst> inner, std::shared_ptr<SearchQueue> queue,
                std::string visitor);

  /// Throws Interrupted after stop(), and when the queue shuts down.
  [[nodiscard]] analysis::Evaluation analyse(const analysis::Question& question) override;
  /// Ends the search, and refuses all later ones.
  void stop() noexcept override;

private:
  const std::shared_ptr<analysis::Analyst> m_inner;
  const std::shared_ptr<SearchQueue> m_queue;
  const std::string m_visitor;
  std::mutex m_mutex;
  SearchQueue::Ticket m_ticket = 0; ///< of the question that waits or is searched
  bool m_stopped = false;
};

} // namespace xq::service
