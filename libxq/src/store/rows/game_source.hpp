#pragma once

#include "sqlite/sqlite.hpp"
#include "store/rows/game_fields.hpp"
#include "store/rows/game_rows.hpp"

#include <xq/record/game.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// Makes games of rows of table game.
class GameSource {
public:
  /// `layouts` says what the table does, also while rows are read.
  GameSource(sqlite::Database& db, const LayoutTable& layouts) : m_db{db}, m_rows{db, layouts} {}

  /// The statement whose rows game() takes; `where` is a condition on `game AS g`.
  [[nodiscard]] static std::string select(std::string_view where);

  /// The game of the present row: the same object every time. Throws DbError for a row that is
  /// damaged.
  record::Game& game(sqlite::Statement::Use& row);
  /// What the row of that game says; valid until the row is left.
  [[nodiscard]] const GameFields& fields() const noexcept { return m_fields; }

private:
  sqlite::Database& m_db;
  GameRows m_rows;
  GameFields m_fields;
  record::Game m_game;
  std::vector<Move> m_scratch;
};

} // namespace xq::store
