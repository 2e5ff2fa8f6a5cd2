#pragma once

#include "sqlite/sqlite.hpp"
#include "store/rows/row_writer.hpp"

#include <xq/record/game.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// Moves games between table game and the tables of schemas/ that begin with deleted. Functions
/// that write belong into a transaction, with foreign keys not enforced. All throw DbError.
class DeletedGames {
public:
  DeletedGames(sqlite::Database& db, NameTables& names, RowWriter& rows);

  /// Note a game and all that belongs to it under an operation, in place of what was noted there of
  /// it, then delete it. `record` is its packed form.
  void remove(std::int64_t edit, std::int64_t id, std::string_view source, std::string_view record);
  /// Removes a game that came back and is as it was: what belongs to it may be more now.
  void remove_again(std::int64_t edit, std::int64_t id);
  /// Delete the sources of the games that were removed, unless other games have them.
  void remove_unused_sources();

  /// The games of an operation, in rising order.
  [[nodiscard]] std::vector<std::int64_t> games(std::int64_t edit);
  struct Record {
    std::string source;
    std::string packed; ///< see pack()
  };
  /// One of them.
  [[nodiscard]] Record record(std::int64_t edit, std::int64_t id);
  /// That game, with its number.
  void read(std::int64_t edit, std::int64_t id, record::Game& game);
  /// Put it back where it was, with its number.
  void restore_game(std::int64_t edit, std::int64_t id);

  /// The operation in force that deleted the game; 0: none did.
  [[nodiscard]] std::int64_t deleted_by(std::int64_t id);

private:
  /// Statements that take an operation and a game.
  using Statements = std::vector<sqlite::Statement>;
  static void run(Statements& statements, std::int64_t edit, std::int64_t id);
  void delete_game(std::int64_t id);
  void restore_parts(std::int64_t edit, std::int64_t id);

  sqlite::Database& m_db;
  NameTables& m_names;
  RowWriter& m_rows;
  Statements m_copy_parts, m_drop_copies, m_restore_parts;
  sqlite::Statement m_insert, m_find, m_delete, m_sources_of, m_add_source, m_deleted_sources;
  std::vector<std::int64_t> m_sources; ///< source.id of games that were removed
  GameFields m_fields;
  std::vector<Move> m_scratch;
};

} // namespace xq::store
