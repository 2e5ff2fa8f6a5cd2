#pragma once

#include <xq/record/game.hpp>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace xq::service {

/// Writes finished games into a game database, in a thread of its own, at once. What cannot be
/// written (the database is locked, the disk is full) stays in memory and is tried again every few
/// seconds. Thread-safe.
class GameKeeper {
public:
  struct Options {
    std::string database;
    std::string spare_folder; ///< for games that the database's folder does not take; empty: none
    /// Takes what is wrong, as it happens, and games that nothing else takes; may be empty.
    std::function<void(std::string_view text)> tell;
  };

  /// Throws DbError or FileError when the database can neither be written nor made.
  explicit GameKeeper(Options options);
  ~GameKeeper();
  GameKeeper(const GameKeeper&) = delete;
  GameKeeper& operator=(const GameKeeper&) = delete;

  /// `done` is called by the thread that writes, when the game was written (true) or could not be;
  /// or by shut_down().
  void keep(record::Game game, std::function<void(bool written)> done = {});
  /// Write what is left. Games that the database does not take go into the file
  /// `DATABASE.rest.pgn`, behind what it holds; where that fails too, into a new file of the spare
  /// folder and, since such folders may be emptied, as PGN to Options::tell. Throws Error then.
  void shut_down();

private:
  void work();
  [[nodiscard]] bool write(const std::vector<record::Game>& games) noexcept;
  void failed(std::size_t games, const std::string& why);
  void tell(std::string_view text) const;
  [[noreturn]] void rescue(const std::vector<record::Game>& games) const;
  /// The path of the new file; empty when there is none.
  [[nodiscard]] std::string write_spare_file(std::string_view text) const;

  Options m_options;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<record::Game> m_waiting;
  std::vector<std::function<void(bool)>> m_done; ///< for those of them that were not tried yet
  std::string m_trouble;                         ///< of the last attempt; empty: there was none
  bool m_closing = false;
  std::thread m_thread; ///< last: it uses the others
};

} // namespace xq::service
