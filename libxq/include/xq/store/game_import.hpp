#pragma once

// Games into a database.
//
//     store::GameImport import{"archive.xqdb"};
//     for (const record::Game& one : format::GameReader{"archive/"}) {
//       if (one.usable()) {
//         import.add(one);
//       }
//     }
//     import.finish();

#include <xq/record/game.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace xq::store {

/// Games made ready for a GameImport: the part of the work that needs no database and can be done
/// by many threads, each with its own. Owns all it holds.
class PackedGames {
public:
  PackedGames();
  ~PackedGames();
  PackedGames(PackedGames&& other) noexcept;
  PackedGames& operator=(PackedGames&& other) noexcept;

  /// Add a usable game; `game.source` is kept with it, and so is the code of its opening when it
  /// has no ECCO header of its own.
  void add(const record::Game& game);
  [[nodiscard]] std::size_t size() const noexcept;

private:
  friend class GameImport;
  struct Contents;
  std::unique_ptr<Contents> m_contents;
};

/// Adds games to a game database, in the order given. A database that does not exist yet is made
/// beside its place and appears with finish(); one that exists changes in transactions, each of
/// them whole. A record that is in the database already (equal in moves, headers and notes,
/// wherever it came from) is counted and not stored again, only where else it was (table also_in);
/// so an import that was cut short is repeated as it is. Of two records of the same moves of which
/// one says all that the other does, the richer one is kept (see says_all_of()), with both sources.
/// Same games, same bytes. Throws DbError (BusyError while another program writes) and FileError.
class GameImport {
public:
  struct Options {
    std::size_t games_per_transaction = 50'000; ///< into a database that exists
    int busy_milliseconds = 2000;
    /// Note the games that are added to a database that exists as an operation of this name, which
    /// GameEditor::undo() can take back; empty: do not.
    std::string operation{};
    bool keep_copies = false; ///< store every record, also one that is there already
  };
  struct Counts {
    std::uint64_t added = 0;
    std::uint64_t duplicates = 0; ///< there already, for whatever reason
    std::uint64_t copies = 0;     ///< of these: of a game that this import added itself
    std::uint64_t judgements = 0; ///< of games by engines, from other databases
    std::uint64_t answers = 0;    ///< of engines about positions, likewise
  };

  explicit GameImport(const std::string& path) : GameImport{path, Options{}} {}
  GameImport(const std::string& path, const Options& options);
  /// What is not finished is undone: a new database altogether, an old one to the last transaction.
  ~GameImport();
  GameImport(const GameImport&) = delete;
  GameImport& operator=(const GameImport&) = delete;

  void add(const PackedGames& games);
  /// For a single game; true when it was added, false for a duplicate.
  bool add(const record::Game& game);

  /// Games that are done, and all of them; false stops with Interrupted.
  using DatabaseProgress = std::function<bool(std::uint64_t done, std::uint64_t games)>;
  /// Add all games of another game database, in the order of their numbers, with their sources and
  /// with what engines said about them (what is there already of the same engine stays). They get
  /// new numbers. Corrections that the other database has made stay made; its journal of them, its
  /// aliases and its deleted games are not taken over. Throws DbError, also for a game there that
  /// is damaged: what was added before stays to be finished.
  void add_database(const std::string& path, const DatabaseProgress& progress = {});

  /// Commit, and put a new database into its place. Nothing can be added afterwards.
  void finish();

  [[nodiscard]] const Counts& counts() const noexcept;
  [[nodiscard]] bool is_new_database() const noexcept;

private:
  class Writer;
  std::unique_ptr<Writer> m_writer;
};

} // namespace xq::store
