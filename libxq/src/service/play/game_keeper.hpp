#pragma once

#include <xq/record/game.hpp>

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace xq::service {

/// Writes finished games into a game database, in a thread of its own, at once. What cannot be
/// written (the database is locked, the disk is full) stays in memory and is tried again every few
/// seconds. Thread-safe.
class GameKeeper {
public:
  /// Throws DbError or FileError when the database can neither be written nor made.
  explicit GameKeeper(std::string database);
  ~GameKeeper();
  GameKeeper(const GameKeeper&) = delete;
  GameKeeper& operator=(const GameKeeper&) = delete;

  void keep(record::Game game);
  /// Write what is left. Games that the database does not take go into the file
  /// `DATABASE.rest.pgn`, behind what it holds; then, and when that fails too, throws Error.
  void shut_down();

private:
  void work();
  [[nodiscard]] bool write(const std::vector<record::Game>& games) noexcept;
  void rescue(const std::vector<record::Game>& games) const;

  std::string m_database;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<record::Game> m_waiting;
  std::string m_trouble; ///< of the last attempt
  bool m_closing = false;
  std::thread m_thread; ///< last: it uses the others
};

} // namespace xq::service
