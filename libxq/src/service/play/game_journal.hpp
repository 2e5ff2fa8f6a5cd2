#pragma once

#include "base/files/name_lock.hpp"
#include "base/os/file.hpp"
#include "base/text/json_value.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

inline constexpr JsonLimits line_limits{1U << 20U, 8, 1U << 17U}; ///< of a line of a journal

/// A file of games that are under way, so that they survive the end of the process, whatever ends
/// it: a line for a game as it is, and a line for each move after it. Lines are JSON objects whose
/// first member is the `id` of the game. A line is with the operating system before the players see
/// what it says. Thread-safe.
class GameJournal {
public:
  struct Options {
    std::string path;
    /// Takes what is wrong, as it happens; may be empty.
    std::function<void(std::string_view text)> tell;
  };

  /// Reads what there is. Throws FileError when the file cannot be written, or another process has
  /// it.
  explicit GameJournal(Options options);

  /// The lines of each game that was there at the beginning.
  [[nodiscard]] std::vector<std::vector<std::string>> games() const;
  /// The game as it is now, in place of what was said of it before. False: it is only in memory.
  bool put(const std::string& id, std::string line);
  /// A line behind those of the game.
  bool add(const std::string& id, std::string line);
  /// Nobody needs it any more.
  void forget(const std::string& id);
  /// Leave the file to the next server; nothing is written any more.
  void close() noexcept;

private:
  void read();
  [[nodiscard]] bool append(std::string_view text);
  [[nodiscard]] bool write_anew();
  [[nodiscard]] std::error_code write_new_file();
  void failed(const std::error_code& error);

  Options m_options;
  NameLock m_lock;
  mutable std::mutex m_mutex;
  std::map<std::string, std::vector<std::string>, std::less<>> m_games; ///< by id
  os::File m_file;
  std::uint64_t m_size = 0;
  std::uint64_t m_needed = 0; ///< of it, when it was written anew
  bool m_broken = false;      ///< the file is not what it should be
  bool m_closed = false;
};

} // namespace xq::service
