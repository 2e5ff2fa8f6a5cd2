#pragma once

#include "service/analysis/search_queue.hpp"
#include "service/service.hpp"

#include <memory>
#include <string>

namespace xq::service {

/// The conversations at /analysis of a server. Thread-safe.
class AnalysisDesk {
public:
  explicit AnalysisDesk(std::shared_ptr<SearchQueue> queue);
  ~AnalysisDesk();
  AnalysisDesk(const AnalysisDesk&) = delete;
  AnalysisDesk& operator=(const AnalysisDesk&) = delete;

  /// A new one, of `visitor`; refused (503) after shut_down().
  [[nodiscard]] Service::Opened open(const std::string& visitor, Outlet outlet);
  /// Close all of them. What the queue has to say to them is to be said before.
  void shut_down();

private:
  class Sitting;
  struct Open;
  std::shared_ptr<SearchQueue> m_queue;
  std::shared_ptr<Open> m_open; ///< also held by conversations: they may outlive the desk
};

} // namespace xq::service
