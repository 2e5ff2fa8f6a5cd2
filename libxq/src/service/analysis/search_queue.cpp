#include "service/analysis/search_queue.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
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
      std::move(queue->begin(), queue->end(), std::back_inserter(waiting));
      queue->clear();
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

SearchQueue::Ticket SearchQueue::add(Kind kind, std::shared_ptr<SearchTask> task) {
  Ticket ticket = 0;
  {
    const std::lock_guard lock{m_mutex};
    if (m_closing || (kind == Kind::analysis && m_analyses.size() >= m_options.most_waiting)) {
      return 0;
    }
    ticket = ++m_last;
    Entry entry;
    entry.ticket = ticket;
    entry.kind = kind;
    entry.task = std::move(task);
    (kind == Kind::move ? m_moves : m_analyses).push_back(std::move(entry));
    tell_places();
  }
  m_work.notify_one();
  m_watcher.notify_one();
  return ticket;
}

void SearchQueue::cancel(Ticket ticket) noexcept {
  std::shared_ptr<SearchTask> task; // destroyed after the lock is released
  const std::lock_guard lock{m_mutex};
  for (auto* const queue : {&m_moves, &m_analyses}) {
    const auto at = std::find_if(queue->begin(), queue->end(),
                                 [&](const Entry& entry) { return entry.ticket == ticket; });
    if (at != queue->end()) {
      task = std::move(at->task);
      queue->erase(at);
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
  auto& queue = move ? m_moves : m_analyses;
  Entry entry = std::move(queue.front());
  queue.pop_front();
  return entry;
}

/// Those for whom an engine is free are not told: they begin at once.
void SearchQueue::tell_places() {
  for (std::size_t i = m_idle; i < m_analyses.size(); ++i) {
    Entry& entry = m_analyses[i];
    const std::size_t place = i - m_idle + 1;
    if (entry.told != place) {
      entry.told = place;
      try {
        entry.task->queued(place);
      } catch (const std::exception&) { // no memory: it does not know its place
      }
    }
  }
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
    m_analyses.push_front(std::move(*worker.entry));
    m_analyses.front().told = 0;
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

/// The analysis that has had an engine for longest; nullptr when no move waits for one.
SearchQueue::Worker* SearchQueue::to_pause() noexcept {
  std::size_t free = m_idle;
  Worker* found = nullptr;
  for (const auto& worker : m_workers) {
    if (worker->entry && (worker->pauses || worker->cancelled)) {
      ++free;
    } else if (worker->entry && worker->entry->kind == Kind::analysis &&
               (found == nullptr || worker->since < found->since)) {
      found = worker.get();
    }
  }
  return m_moves.size() > free ? found : nullptr;
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
