#include "match_tables.hpp"

#include "interrupt.hpp"

#include <chrono>
#include <condition_variable>
#include <utility>

namespace xq::cli {

namespace {
constexpr std::chrono::milliseconds look_interval{50};
}

MatchTables::MatchTables(const std::array<EngineSide, 2>& sides)
    : m_sides{sides}, m_watcher{[this](const std::stop_token& stop) { watch(stop); }} {}

MatchTables::~MatchTables() {
  m_watcher.request_stop();
  m_watcher.join();
}

std::unique_ptr<MatchTable> MatchTables::take() {
  std::unique_ptr<MatchTable> table;
  {
    const std::lock_guard lock{m_mutex};
    if (!m_idle.empty()) {
      table = std::move(m_idle.back());
      m_idle.pop_back();
    }
  }
  if (!table) {
    table = std::make_unique<MatchTable>();
    for (std::size_t i = 0; i < 2; ++i) {
      table->players[i] = m_sides[i].start(); // may take its time
    }
  }
  const std::lock_guard lock{m_mutex};
  m_busy.push_back(table.get());
  return table;
}

void MatchTables::give_back(std::unique_ptr<MatchTable> table) {
  const std::lock_guard lock{m_mutex};
  std::erase(m_busy, table.get());
  m_idle.push_back(std::move(table));
}

/// A stop between two searches is forgotten, so it is said again until the tables are empty.
void MatchTables::watch(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock{mutex};
  while (!stop.stop_requested()) {
    if (interrupted()) {
      const std::lock_guard busy{m_mutex};
      for (const MatchTable* table : m_busy) {
        for (const auto& player : table->players) {
          player->stop();
        }
      }
    }
    wake.wait_for(lock, stop, look_interval, [] { return false; });
  }
}

} // namespace xq::cli
