#pragma once

#include "sqlite/bulk_insert.hpp"
#include "sqlite/sqlite.hpp"
#include "store/import/sequence_index.hpp"
#include "store/import/sequence_table.hpp"
#include "store/journal/edit_journal.hpp"
#include "store/rows/game_fields.hpp"
#include "store/rows/game_rows.hpp"
#include "store/rows/row_writer.hpp"
#include "store/rows/stored_games.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// A game on its way into the database.
struct IncomingGame {
  std::string_view packed; ///< by pack()
  GameHashes hashes;
  std::string_view source;
  std::string_view opening; ///< found out from the moves, where no header says it; static storage
};

/// Writes games into the tables of a game database, on one connection: those that are new. What
/// add() takes is complete in the tables after flush(), which belongs at the end of every
/// transaction that others can see. Throws DbError.
class GameWriter {
public:
  /// `keep_copies`: every game is new.
  explicit GameWriter(sqlite::Database& db, bool keep_copies = false);

  /// Call at the beginning of a transaction: reads what other connections wrote since the last one.
  void begin();
  /// What became of a game: it is new; or it, or one that says more, is there already, added by
  /// this writer (copy) or before (known).
  enum class Added : std::uint8_t { game, copy, known };
  /// What is new about a game that is there already (where it was read from, or its richer header)
  /// is kept.
  Added add(const IncomingGame& game);
  /// The number of the game that add() was last about: the new one, or that which was there.
  [[nodiscard]] std::int64_t last_added() const noexcept { return m_added; }
  /// Games above this one were added since begin().
  [[nodiscard]] std::int64_t last() const noexcept { return m_last; }
  [[nodiscard]] EditJournal& journal() noexcept { return m_journal; }
  /// Note another place where a game was read from.
  void remember_source(std::int64_t id, std::string_view name);
  void flush();

private:
  using SequenceKey = SequenceIndex::Key;
  /// A new game whose row waits to be written.
  struct Waiting {
    std::size_t begin = 0, end = 0; ///< of the packed game in m_bytes
    RowNumbers numbers;
    std::string_view opening;
  };

  [[nodiscard]] Added found(std::int64_t id) noexcept {
    m_added = id;
    return id > m_before ? Added::copy : Added::known;
  }
  [[nodiscard]] bool is_used(std::int64_t id) const noexcept { return id >= 1 && id <= m_last; }
  [[nodiscard]] const Waiting* waiting(std::int64_t id) const noexcept;
  [[nodiscard]] std::string_view packed(const Waiting& game) const noexcept {
    return std::string_view{m_bytes}.substr(game.begin, game.end - game.begin);
  }
  [[nodiscard]] bool is_stored(std::int64_t id, const IncomingGame& game);
  [[nodiscard]] bool may_be_one(std::int64_t id);
  bool absorb(std::int64_t id, const IncomingGame& game);
  [[nodiscard]] std::vector<HeaderState> former_states(std::int64_t id);
  [[nodiscard]] bool load_both(std::int64_t id);
  void replace(std::int64_t id, const IncomingGame& game);
  void append(const IncomingGame& game, const SequenceKey& key);
  void about_to_change_rows();
  void write_names();
  void write_rows();

  sqlite::Database& m_db;
  LayoutTable m_layouts;
  NameTables m_names;
  SequenceTable m_sequences;
  StoredGames m_stored;
  sqlite::BulkInsert m_insert;
  RowWriter m_rows;
  EditJournal m_journal;
  sqlite::Statement m_insert_source, m_delete_source;

  std::vector<Waiting> m_waiting; ///< games up to m_last
  std::string m_bytes;            ///< the packed games of m_waiting
  std::int64_t m_last = 0;        ///< game.id of the last game
  std::int64_t m_added = 0;
  std::int64_t m_before = -1; ///< of the last game that was there before; -1: not known yet
  std::int64_t m_version = -1;
  bool m_keep_copies;
  bool m_in_order = false; ///< the latest game was there already: the next may be so, too
  bool m_changed = false;
  bool m_edited = false; ///< some game was

  GameFields m_fields;     ///< of the game that comes
  GameFields m_row_fields; ///< of one that is written
  // To compare two records:
  GameFields m_stored_fields;
  record::Game m_game, m_stored_game;
  std::vector<Move> m_scratch;
  std::vector<std::int64_t> m_candidates;
};

} // namespace xq::store
