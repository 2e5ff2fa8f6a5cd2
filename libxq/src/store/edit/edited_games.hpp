#pragma once

#include "sqlite/sqlite.hpp"
#include "store/import/sequence_index.hpp"
#include "store/rows/game_rows.hpp"
#include "store/rows/row_writer.hpp"
#include "store/rows/stored_games.hpp"

#include <xq/record/game.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace xq::store {

/// Reads games by their numbers and writes them back with other headers, on one connection and
/// within one transaction. All throw DbError.
class EditedGames {
public:
  explicit EditedGames(sqlite::Database& db);

  /// The game with this number, valid until the next call; null when there is none.
  [[nodiscard]] const record::Game* read(std::int64_t id);
  /// The packed form of the game that was read, without its moves and notes.
  [[nodiscard]] const std::string& base() const noexcept { return m_base; }
  /// The packed form of a game, valid until the next call.
  [[nodiscard]] const std::string& packed(const record::Game& game);

  /// Put `game`, which has the moves and the source of the game that is there, in its place.
  void write(std::int64_t id, const record::Game& game);
  /// Put any `game` where this number is, whether there is a game with it or not.
  void replace(std::int64_t id, const record::Game& game);
  /// Note whether another game than `id` has this packed form.
  void count_if_repeated(std::int64_t id, std::string_view packed);
  /// How often it had.
  [[nodiscard]] std::uint64_t repeated() const noexcept { return m_repeated; }
  /// Write the rows of new names; before the transaction ends.
  void flush();

  [[nodiscard]] NameTables& names() noexcept { return m_names; }
  [[nodiscard]] RowWriter& rows() noexcept { return m_rows; }

private:
  LayoutTable m_layouts;
  NameTables m_names;
  GameSource m_source;
  StoredGames m_stored;
  RowWriter m_rows;
  sqlite::Statement m_select, m_add_line, m_same, m_delete;
  GamePacker m_packer;
  std::string m_base, m_packed;
  SequenceSpan m_span;
  GameFields m_fields;
  std::uint64_t m_repeated = 0;
};

} // namespace xq::store
