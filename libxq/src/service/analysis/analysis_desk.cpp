#include "service/analysis/analysis_desk.hpp"

#include "service/analysis/analysis.hpp"

#include <xq/base/translate.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>

namespace xq::service {

struct AnalysisDesk::Open {
  std::mutex mutex;
  std::map<std::uint64_t, Outlet> outlets; ///< by number of conversation
  std::uint64_t last = 0;
  bool closed = false;
};

/// A conversation that is on the list of open ones.
class AnalysisDesk::Sitting final : public Conversation {
public:
  Sitting(std::shared_ptr<Open> open, std::uint64_t number,
          std::unique_ptr<Conversation> conversation)
      : m_open{std::move(open)}, m_number{number}, m_conversation{std::move(conversation)} {}
  ~Sitting() override {
    const std::lock_guard lock{m_open->mutex};
    m_open->outlets.erase(m_number);
  }
  Sitting(const Sitting&) = delete;
  Sitting& operator=(const Sitting&) = delete;

  void receive(std::string_view message) override { m_conversation->receive(message); }

private:
  std::shared_ptr<Open> m_open;
  std::uint64_t m_number;
  std::unique_ptr<Conversation> m_conversation;
};

AnalysisDesk::AnalysisDesk(std::shared_ptr<SearchQueue> queue)
    : m_queue{std::move(queue)}, m_open{std::make_shared<Open>()} {}
AnalysisDesk::~AnalysisDesk() = default;

Service::Opened AnalysisDesk::open(const std::string& visitor, Outlet outlet) {
  auto conversation = make_analysis(m_queue, outlet, {}, std::chrono::steady_clock::now, visitor);
  const std::lock_guard lock{m_open->mutex};
  if (m_open->closed) {
    return {nullptr,
            error_response(503, localized("The server is being stopped. Ask again when it runs."))};
  }
  const auto number = ++m_open->last;
  auto sitting = std::make_unique<Sitting>(m_open, number, std::move(conversation));
  m_open->outlets.emplace(number, std::move(outlet));
  return {std::move(sitting), {}};
}

void AnalysisDesk::shut_down() {
  const std::lock_guard lock{m_open->mutex};
  m_open->closed = true;
  for (const auto& [number, outlet] : std::exchange(m_open->outlets, {})) {
    outlet.close(1001, "the server is being stopped");
  }
}

} // namespace xq::service
