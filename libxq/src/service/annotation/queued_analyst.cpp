#include "service/annotation/queued_analyst.hpp"

#include <xq/base/error.hpp>

#include <exception>
#include <future>
#include <utility>

namespace xq::service {

namespace {

/// One question. A promise that is broken says that the search was taken out of the queue.
class QuestionTask final : public SearchTask {
public:
  QuestionTask(std::shared_ptr<analysis::Analyst> analyst, analysis::Question question,
               std::promise<analysis::Evaluation> answer)
      : m_analyst{std::move(analyst)},
        m_question{std::move(question)},
        m_answer{std::move(answer)} {}

  bool work() override {
    try {
      m_answer.set_value(m_analyst->analyse(m_question));
    } catch (...) {
      m_answer.set_exception(std::current_exception());
    }
    return true;
  }
  std::optional<SearchQuestion> question() override { return std::nullopt; }
  void finished(const engine::Report& /*report*/, bool /*shut_down*/) override {}
  [[nodiscard]] const void* owner() const noexcept override { return this; }

private:
  std::shared_ptr<analysis::Analyst> m_analyst;
  analysis::Question m_question;
  std::promise<analysis::Evaluation> m_answer;
};

} // namespace

QueuedAnalyst::QueuedAnalyst(std::unique_ptr<analysis::Analyst> inner,
                             std::shared_ptr<SearchQueue> queue, std::string visitor)
    : m_inner{std::move(inner)}, m_queue{std::move(queue)}, m_visitor{std::move(visitor)} {}

analysis::Evaluation QueuedAnalyst::analyse(const analysis::Question& question) {
  std::promise<analysis::Evaluation> promise;
  auto answer = promise.get_future();
  {
    auto task = std::make_shared<QuestionTask>(m_inner, question, std::move(promise));
    const std::lock_guard lock{m_mutex};
    m_ticket = m_stopped ? 0 : m_queue->add(SearchQueue::Kind::move, std::move(task), m_visitor);
  } // the queue alone holds the task: when it drops it, the promise is broken
  try {
    return answer.get();
  } catch (const std::future_error&) {
    throw make_error<Interrupted>("the engine was stopped");
  }
}

void QueuedAnalyst::stop() noexcept {
  const std::lock_guard lock{m_mutex};
  m_stopped = true;
  m_inner->stop();
  m_queue->cancel(m_ticket);
}

} // namespace xq::service
