#pragma once

#include "sqlite/bulk_insert.hpp"
#include "sqlite/sqlite.hpp"
#include "store/rows/game_columns.hpp"
#include "store/rows/game_fields.hpp"
#include "store/rows/game_rows.hpp"
#include "store/rows/stored_games.hpp"

#include <cstdint>
#include <string_view>

namespace xq::store {

/// What the row of a game has in place of texts.
struct RowNumbers {
  std::int64_t source = 0;
  std::int64_t layout = 0;
  NameNumbers names{};
};

/// Writes single rows of table game, with those of table tag. Names that are new get their rows
/// with NameTable::flush(). Throws DbError.
class RowWriter {
public:
  RowWriter(sqlite::Database& db, LayoutTable& layouts, NameTables& names);

  [[nodiscard]] RowNumbers numbers_of(const GameFields& fields, std::string_view source);
  /// A column of the row of a game; nothing for its id. `opening` is that of the moves, for a game
  /// whose header names none.
  [[nodiscard]] static sqlite::Value value_of(GameColumn column, const GameFields& fields,
                                              const RowNumbers& numbers, std::string_view opening);

  /// Give a row other headers, another result or other notes, all but its moves; `had_tags`: it
  /// may have rows in table tag.
  void update(std::int64_t id, const GameFields& fields, const RowNumbers& numbers,
              std::string_view opening, bool had_tags);
  void insert(std::int64_t id, const GameFields& fields, const RowNumbers& numbers,
              std::string_view opening);
  void insert_tags(std::int64_t id, const GameFields& fields);

private:
  LayoutTable& m_layouts;
  NameTables& m_names;
  sqlite::Statement m_update, m_insert;
  sqlite::Statement m_insert_tag, m_delete_tags;
};

} // namespace xq::store
