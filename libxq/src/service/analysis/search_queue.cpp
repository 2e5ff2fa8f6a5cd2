#include "service/analysis/search_queue.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

namespace xq::service {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

SearchQueue::SearchQueue(const Options& options) : m_options{options} {
  engine::Options analyses;
  analyses.hash_megabytes = options.hash_megabytes;
  engine::Options moves;
  moves.hash_megabytes = std::min(options.move_hash_megabytes, options.hash_megabytes);
  for (unsigned i = 0; i < std::max(options.engines, 1U); ++i) {
    m_workers.push_back(std::make_unique<Worker>(analyses, moves));
  }
  for (const auto& worker : m_workers) {
    worker->thread = std::thread{[this, &one = *worker] { work(one); }};
  }
  m_watch = std::thread{[this] { watch(); }};
}

SearchQueue::~SearchQueue() { shut_down(); }

void SearchQueue::shut_down() {
  std::vector<Entry> waiting;
  {
    const std::lock_guard lock{m_mutex};
    m_closing = true;
    for (auto* const queue : {&m_moves, &m_analyses}) {
      while (!queue->empty()) {
        waiting.push_back(queue->pop());
      }
    }
    for (const auto& worker : m_workers) {
      worker->analyst.engine.stop();
      worker->mover.engine.stop();
    }
  }
  m_work.notify_all();
  m_watcher.notify_all();
  for (const Entry& entry : waiting) {
    entry.task->finished({}, true);
  }
  for (const auto& worker : m_workers) {
    if (worker->thread.joinable()) {
      worker->thread.join();
    }
  }
  if (m_watch.joinable()) {
    m_watch.join();
  }
}

SearchQueue::Ticket SearchQueue::add(Kind kind, std::shared_ptr<SearchTask> task,
                                     std::string_view visitor) {
  Ticket ticket = 0;
  std::optional<Entry> displaced;
  {
    const std::lock_guard lock{m_mutex};
    const bool full = kind == Kind::analysis && m_analyses.size() >= m_options.most_waiting;
    if (m_closing || (full && !(displaced = m_analyses.displace(visitor)))) {
      return 0;
    }
    ticket = ++m_last;
    Entry entry;
    entry.ticket = ticket;
    entry.kind = kind;
    entry.task = std::move(task);
    entry.visitor = visitor;
    (kind == Kind::move ? m_moves : m_analyses).push(visitor, std::move(entry));
    tell_places();
  }
  if (displaced) {
    displaced->task->displaced();
  }
  m_work.notify_one();
  m_watcher.notify_one();
  return ticket;
}

void SearchQueue::cancel(Ticket ticket) noexcept {
  std::shared_ptr<SearchTask> task; // destroyed after the lock is released
  const std::lock_guard lock{m_mutex};
  for (auto* const queue : {&m_moves, &m_analyses}) {
    if (auto found = queue->extract([&](const Entry& entry) { return entry.ticket == ticket; })) {
      task = std::move(found->task);
      tell_places();
      return;
    }
  }
  for (const auto& worker : m_workers) {
    if (worker->entry && worker->entry->ticket == ticket) {
      worker->cancelled = true;
      worker->player().engine.stop();
    }
  }
}

SearchQueue::Entry SearchQueue::next() {
  const bool move = !m_moves.empty() && (m_analyses.empty() || !m_move_was_last);
  m_move_was_last = move;
  return move ? m_moves.pop() : m_analyses.pop();
}

/// Tells those who wait their places; those for whom an engine is free begin at once.
void SearchQueue::tell_places() {
  std::size_t before = 0;
  m_analyses.for_each([&](Entry& entry) {
    const std::size_t place = ++before > m_idle ? before - m_idle : 0;
    if (place > 0 && entry.told != place) {
      entry.told = place;
      try {
        entry.task->queued(place);
      } catch (const std::exception&) { // no memory: it does not know its place
      }
    }
  });
}

void SearchQueue::work(Worker& worker) {
  std::unique_lock lock{m_mutex};
  while (true) {
    ++m_idle;
    m_work.wait(lock, [&] { return m_closing || !m_moves.empty() || !m_analyses.empty(); });
    --m_idle;
    if (m_closing) {
      return;
    }
    worker.entry = next();
    worker.since = steady_clock::now();
    worker.pauses = false;
    worker.cancelled = false;
    worker.player().engine.prepare(); // what stops it from now on, stops this search
    tell_places();
    m_watcher.notify_one(); // moves may wait that came when no analysis ran
    run(worker, lock);
  }
}

bool SearchQueue::is_used_up(const Entry& entry, const engine::Limits& limits,
                             const engine::Report& report) noexcept {
  return (limits.move_time.count() != 0 && entry.time >= limits.move_time) ||
         (limits.nodes != 0 && entry.nodes >= limits.nodes) ||
         (limits.depth != 0 && report.depth >= limits.depth) || report.lines.empty();
}

SearchQueue::Outcome SearchQueue::search(Worker& worker) {
  Entry& entry = *worker.entry;
  if (entry.task->work()) {
    return {};
  }
  auto question = entry.task->question();
  if (!question) {
    return {};
  }
  Player& player = worker.player();
  if (player.options.repetition != question->repetition) {
    player.options.repetition = question->repetition;
    player.engine.set_options(player.options);
  }
  if (player.owner != entry.task->owner()) {
    player.owner = entry.task->owner();
    player.engine.clear();
  }
  const engine::Limits limits = question->limits;
  question->limits.move_time -= std::min(limits.move_time, entry.time);
  question->limits.nodes -= std::min(limits.nodes, entry.nodes);
  const auto in_all = [time = entry.time, nodes = entry.nodes](engine::Report report) {
    report.time += time;
    report.nodes += nodes;
    return report;
  };
  Outcome out;
  out.report = in_all(player.engine.search(question->start, question->moves, question->limits,
                                           [&](const engine::Report& now) {
                                             if (now.depth >= entry.depth) { // after a pause, too
                                               entry.depth = now.depth;
                                               entry.task->found(in_all(now));
                                             }
                                           }));
  entry.time = out.report.time;
  entry.nodes = out.report.nodes;
  out.asked = true;
  out.used_up = is_used_up(entry, limits, out.report);
  return out;
}

void SearchQueue::run(Worker& worker, std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  Outcome outcome;
  try {
    outcome = search(worker);
  } catch (const std::exception&) { // no memory
    outcome = {.report = {}, .asked = true, .used_up = true};
  }
  lock.lock();
  const bool closing = m_closing;
  const bool wanted = outcome.asked && !worker.cancelled;
  if (wanted && worker.pauses && !closing && !outcome.used_up) {
    const std::string visitor = worker.entry->visitor;
    worker.entry->told = 0;
    if (worker.entry->kind == Kind::analysis) {
      m_analyses.push_front(visitor, std::move(*worker.entry));
    } else {
      m_moves.push_for_last_turn(visitor, std::move(*worker.entry));
    }
    m_move_was_last = false; // it is for a move that it pauses
    worker.entry.reset();
    tell_places();
    return;
  }
  auto task = std::move(worker.entry->task);
  worker.entry.reset();
  lock.unlock();
  if (wanted) {
    try {
      task->finished(outcome.report, closing);
    } catch (const std::exception&) { // no memory: it has no answer
    }
  }
  task.reset(); // without the lock: its destructor may be anything
  lock.lock();
}

bool SearchQueue::somebody_has_no_engine() const {
  bool found = false;
  m_moves.for_each_owner([&](const std::string& visitor) {
    found = found || std::ranges::none_of(m_workers, [&](const auto& worker) {
              return worker->entry && worker->entry->kind == Kind::move && !worker->pauses &&
                     worker->entry->visitor == visitor;
            });
  });
  return found;
}

/// The analysis that has had an engine for longest, else such a move; nullptr when no move waits
/// that should have one.
SearchQueue::Worker* SearchQueue::to_pause() {
  std::size_t free = m_idle;
  std::array<Worker*, 2> found{}; // by kind
  for (const auto& worker : m_workers) {
    if (worker->entry && (worker->pauses || worker->cancelled)) {
      ++free;
    } else if (worker->entry) {
      auto& longest = found[worker->entry->kind == Kind::analysis ? 0 : 1];
      longest = longest == nullptr || worker->since < longest->since ? worker.get() : longest;
    }
  }
  if (m_moves.size() <= free) {
    return nullptr;
  }
  return found[0] != nullptr ? found[0] : somebody_has_no_engine() ? found[1] : nullptr;
}

void SearchQueue::watch() {
  std::unique_lock lock{m_mutex};
  while (!m_closing) {
    Worker* const worker = to_pause();
    if (worker == nullptr) {
      m_watcher.wait(lock);
    } else if (steady_clock::now() >= worker->since + m_options.slice) {
      worker->pauses = true;
      worker->player().engine.stop();
    } else {
      m_watcher.wait_until(lock, worker->since + m_options.slice);
    }
  }
}

} // namespace xq::service
