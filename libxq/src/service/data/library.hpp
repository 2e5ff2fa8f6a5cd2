#pragma once

#include "base/spare_pool.hpp"
#include "jobs/annotation/stored_values.hpp"
#include "service/data/file_state.hpp"
#include "service/data/game_table.hpp"
#include "service/data/repeated_games.hpp"
#include "store/position_index.hpp"

#include <xq/book/book.hpp>
#include <xq/store/game_database.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::service {

/// A connection to a game database; one thread has it at a time.
struct GameReader {
  explicit GameReader(const std::string& path);
  store::GameDatabase games;
  store::PositionIndex index;
  jobs::StoredValues values;
  sqlite::Statement moves; ///< columns start_fen and moves of a game by its number
};

/// A game database in one state of its file.
class GameFile {
public:
  GameFile(std::string path, std::string name, const FileState& state,
           const GameTable::Limits& limits);

  using Lease = SparePool<GameReader>::Lease;
  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] const std::string& digest() const noexcept { return m_digest; }
  /// A connection. Throws DbError, and FileChanged when another file has this name by now.
  [[nodiscard]] SparePool<GameReader>& readers() noexcept { return m_readers; }
  /// f(path), for what opens the file itself. Throws FileChanged when another file has this name by
  /// then.
  template <typename F>
  [[nodiscard]] auto read_by_path(F&& f) const {
    auto out = f(m_path);
    require_unchanged();
    return out;
  }
  /// Made when it is asked for first, which takes a second for each million games or so.
  [[nodiscard]] const GameTable& table();
  [[nodiscard]] bool has_table() const noexcept { return m_has_table; }
  /// Which records of the table are of one game; made when it is asked for first.
  [[nodiscard]] const RepeatedGames& repeated();
  /// Leave out of `games`, places of the table, what `others`, places of another file's table,
  /// tell, too. What both files have is found when it is asked for first.
  void leave_out_games_of(GameFile& other, std::span<const std::uint32_t> others,
                          std::vector<std::uint32_t>& games);
  struct Summary {
    std::size_t games = 0;
    std::string from, until; ///< years of the oldest and the newest game, as GameTable::years()
  };
  /// From the table if it is there; of 2,000,000 games, which take seconds to load, 0.3 s without.
  [[nodiscard]] Summary summary();

private:
  void require_unchanged() const;

  std::string m_path;
  std::string m_name;
  FileState m_state;
  std::string m_digest;
  GameTable::Limits m_limits;
  SparePool<GameReader> m_readers;
  std::mutex m_table_mutex;
  std::unique_ptr<const GameTable> m_table;
  std::atomic<bool> m_has_table = false;
  std::mutex m_repeated_mutex;
  std::unique_ptr<const RepeatedGames> m_repeated;
  struct Both {
    std::string digest; ///< of the other file
    std::shared_ptr<const GamesOfBoth> games;
  };
  std::mutex m_both_mutex;
  std::map<std::string, Both, std::less<>> m_both; ///< by name of the other file
};

/// A book in one state of its file.
class BookFile {
public:
  BookFile(std::string path, std::string name, const FileState& state);

  using Lease = SparePool<book::Book>::Lease;
  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] const std::string& digest() const noexcept { return m_digest; }
  [[nodiscard]] const book::BookInfo& info() const noexcept { return m_info; }
  [[nodiscard]] SparePool<book::Book>& readers() noexcept { return m_readers; }

private:
  std::string m_name;
  std::string m_digest;
  SparePool<book::Book> m_readers;
  book::BookInfo m_info;
};

/// A file that is served, under its present state. Thread-safe.
template <typename File>
class Served {
public:
  using Open = std::function<std::shared_ptr<File>(const FileState&)>;
  /// Throws as `open` does.
  Served(std::string path, std::string name, Open open)
      : m_path{std::move(path)}, m_name{std::move(name)}, m_open{std::move(open)} {
    static_cast<void>(now());
  }

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  /// The file as it is now: another object when it was replaced or written since the last call.
  /// Throws FileError when it is gone and DbError when it is not what it was.
  [[nodiscard]] std::shared_ptr<File> now() {
    if (auto file = now_at_once()) {
      return file;
    }
    const std::lock_guard opening{m_opening};
    if (auto file = now_at_once()) { // another thread has opened it
      return file;
    }
    const FileState state = state_of(m_path);
    set(nullptr, {}); // what it says is not true any more, even if the new one cannot be opened
    auto file = m_open(state);
    set(file, state);
    return file;
  }
  /// The file without opening it, which may mean to wait for a program that has locked it: null
  /// when that is needed. Throws FileError.
  [[nodiscard]] std::shared_ptr<File> now_at_once() {
    const FileState state = state_of(m_path);
    const std::lock_guard lock{m_mutex};
    return state == m_state ? m_file : nullptr;
  }

private:
  void set(std::shared_ptr<File> file, const FileState& state) {
    const std::lock_guard lock{m_mutex};
    m_file = std::move(file);
    m_state = state;
  }

  std::string m_path;
  std::string m_name;
  Open m_open;
  std::mutex m_opening; ///< one thread opens it, the others wait
  std::mutex m_mutex;   ///< of what follows; never held for long
  FileState m_state;
  std::shared_ptr<File> m_file;
};

/// The databases and books that are served, each by the name of its file without folder and ending;
/// of equal names the later ones get -2, -3 and so on.
class Library {
public:
  /// Throws DbError for a file that is not what it should be.
  Library(const std::vector<std::string>& databases, const std::vector<std::string>& books,
          const GameTable::Limits& limits = {});

  using Database = std::unique_ptr<Served<GameFile>>;
  using Book = std::unique_ptr<Served<BookFile>>;
  [[nodiscard]] const std::vector<Database>& databases() const noexcept { return m_databases; }
  [[nodiscard]] const std::vector<Book>& books() const noexcept { return m_books; }

  /// The one of this name, or the first for an empty name; null when none is served. Throws
  /// HttpError 404 for a name that is none.
  [[nodiscard]] std::shared_ptr<GameFile> database(std::string_view name) const;
  [[nodiscard]] std::shared_ptr<BookFile> book(std::string_view name) const;
  /// The databases that are served before the one of this name.
  [[nodiscard]] std::vector<std::shared_ptr<GameFile>>
  databases_before(std::string_view name) const;
  /// The answer without opening a file, which may mean to wait: nothing when that is needed.
  [[nodiscard]] std::optional<std::shared_ptr<GameFile>>
  database_at_once(std::string_view name) const;
  [[nodiscard]] std::optional<std::shared_ptr<BookFile>> book_at_once(std::string_view name) const;

  /// Whether all files are open and the tables of all databases in memory. Does not wait.
  [[nodiscard]] bool is_warm() const;
  /// Make them so; what cannot be read now is left for those who ask.
  void warm() const noexcept;

  /// f(), once more when a file changed just then.
  template <typename F>
  static auto again_when_changed(F&& f) {
    for (int tries = 0; tries < 3; ++tries) {
      try {
        return f();
      } catch (const FileChanged&) { // look at the new one
      }
    }
    return f();
  }

private:
  std::vector<Database> m_databases;
  std::vector<Book> m_books;
};

} // namespace xq::service
