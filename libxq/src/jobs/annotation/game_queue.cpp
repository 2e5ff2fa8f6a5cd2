#include "jobs/annotation/game_queue.hpp"

#include "format/unread_input.hpp"

#include <xq/base/error.hpp>

#include <utility>

namespace xq::jobs {

namespace {

/// A copy whose views do not point into the reader's buffers.
std::unique_ptr<OwnedGame> own(const record::Game& game) {
  auto item =
      std::make_unique<OwnedGame>(OwnedGame{game, std::string{game.source}, std::string{game.raw}});
  item->game.source = item->source;
  item->game.raw = item->raw;
  return item;
}

} // namespace

GameQueue::GameQueue(const std::vector<std::string>& inputs, format::ReadOptions options,
                     std::size_t capacity)
    : m_capacity{capacity}, m_format{options.format} {
  options.threads = 1; // one reader feeds any number of engines
  options.format = m_format;
  m_reader = std::jthread{[this, inputs, options] { read(inputs, options); }};
}

GameQueue::~GameQueue() {
  const std::lock_guard lock{m_mutex};
  m_abandoned = true;
  m_changed.notify_all();
}

void GameQueue::read(const std::vector<std::string>& inputs, const format::ReadOptions& options) {
  using Games = std::vector<std::unique_ptr<OwnedGame>>;
  try {
    format::read_games<Games>(
        inputs, options, [](record::Game& game, Games& games) { games.push_back(own(game)); },
        [this](Games&& games) {
          for (auto& item : games) {
            if (!push(std::move(item))) {
              throw make_error<Interrupted>("reading was abandoned");
            }
          }
        },
        [&](const format::FileProblem& found) {
          const std::lock_guard lock{m_mutex};
          m_file_problems.push_back(found);
          m_complete = m_complete && !format::is_unread_input(found, inputs);
        });
  } catch (...) {
    const std::lock_guard lock{m_mutex};
    m_failure = m_abandoned ? nullptr : std::current_exception();
  }
  const std::lock_guard lock{m_mutex};
  m_finished = true;
  m_changed.notify_all();
}

bool GameQueue::push(std::unique_ptr<OwnedGame> item) {
  std::unique_lock lock{m_mutex};
  m_changed.wait(lock, [&] { return m_abandoned || m_items.size() < m_capacity; });
  if (m_abandoned) {
    return false;
  }
  m_items.push_back(std::move(item));
  m_changed.notify_all();
  return true;
}

std::unique_ptr<OwnedGame> GameQueue::pop() {
  std::unique_lock lock{m_mutex};
  m_changed.wait(lock, [&] { return m_finished || !m_items.empty(); });
  if (m_items.empty()) {
    if (m_failure) {
      std::rethrow_exception(std::exchange(m_failure, nullptr));
    }
    return nullptr;
  }
  auto item = std::move(m_items.front());
  m_items.pop_front();
  m_changed.notify_all();
  return item;
}

std::vector<format::FileProblem> GameQueue::take_file_problems() {
  const std::lock_guard lock{m_mutex};
  return std::exchange(m_file_problems, {});
}

bool GameQueue::is_complete() {
  const std::lock_guard lock{m_mutex};
  return m_complete;
}

} // namespace xq::jobs
