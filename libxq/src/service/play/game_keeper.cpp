#include "service/play/game_keeper.hpp"

#include <xq/base/error.hpp>
#include <xq/format/format.hpp>
#include <xq/store/game_import.hpp>

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <fstream>
#include <iterator>
#include <utility>

namespace xq::service {

GameKeeper::GameKeeper(std::string database) : m_database{std::move(database)} {
  { store::GameImport attempt{m_database}; } // undone, but what is wrong is said at once
  m_thread = std::thread{[this] { work(); }};
}

GameKeeper::~GameKeeper() {
  try {
    shut_down();
  } catch (const std::exception&) { // who wants to know calls it
  }
}

void GameKeeper::keep(record::Game game) {
  {
    const std::lock_guard lock{m_mutex};
    m_waiting.push_back(std::move(game));
  }
  m_changed.notify_one();
}

bool GameKeeper::write(const std::vector<record::Game>& games) noexcept {
  try {
    store::GameImport import{m_database};
    for (const record::Game& game : games) {
      import.add(game);
    }
    import.finish();
    return true;
  } catch (const std::exception& e) {
    const std::lock_guard lock{m_mutex};
    m_trouble = e.what();
    return false;
  }
}

void GameKeeper::work() {
  constexpr std::chrono::seconds pause{5};
  constexpr int last_attempts = 2; // each waits two seconds for a lock
  int attempts_at_end = 0;
  std::unique_lock lock{m_mutex};
  while (true) {
    m_changed.wait(lock, [&] { return m_closing || !m_waiting.empty(); });
    if (m_waiting.empty() || attempts_at_end == last_attempts) {
      return;
    }
    attempts_at_end += m_closing ? 1 : 0;
    std::vector<record::Game> games = std::exchange(m_waiting, {});
    lock.unlock();
    const bool written = write(games);
    lock.lock();
    if (!written) {
      m_waiting.insert(m_waiting.begin(), std::make_move_iterator(games.begin()),
                       std::make_move_iterator(games.end()));
      m_changed.wait_for(lock, pause, [&] { return m_closing; });
    }
  }
}

void GameKeeper::rescue(const std::vector<record::Game>& games) const {
  std::string text;
  const auto writer = format::make_writer("pgn", {});
  for (const record::Game& game : games) {
    writer->game(text, game);
  }
  const std::string path = m_database + ".rest.pgn";
  std::ofstream file{path, std::ios::binary | std::ios::app};
  file << text;
  file.close();
  if (!file) {
    throw make_error<FileError>("{}: {} could not be kept ({}), and neither be written into {}. "
                                "They are lost.",
                                m_database, counted(games.size(), "{} game", "{} games"), m_trouble,
                                path);
  }
  throw make_error<FileError>("{}: {} could not be kept ({}). They are in {}; import that file "
                              "later.",
                              m_database, counted(games.size(), "{} game", "{} games"), m_trouble,
                              path);
}

void GameKeeper::shut_down() {
  {
    const std::lock_guard lock{m_mutex};
    m_closing = true;
  }
  m_changed.notify_all();
  if (m_thread.joinable()) {
    m_thread.join();
  }
  if (!m_waiting.empty()) { // no thread is left that could change it
    rescue(std::exchange(m_waiting, {}));
  }
}

} // namespace xq::service
